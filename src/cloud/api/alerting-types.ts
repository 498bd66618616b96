// Notification policies, silences and webhooks as the API returns them. Types only. docs/platform.md, "Notification policies".

/** Recipients of a policy: for e-mail, `id` is the address. */
export interface ApiMechanisms {
  readonly email?: readonly { readonly id: string }[];
  readonly webhooks?: readonly { readonly id: string }[];
  readonly pagerduty?: readonly { readonly id: string }[];
}

/** A notification policy. A missing key means "not set". */
export interface ApiPolicy {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  /** Anything but true: the policy covers nothing. As the API returns it, unchecked. */
  readonly enabled?: unknown;
  readonly alert_type?: string;
  /** Missing too if a part of it has another shape. */
  readonly mechanisms?: ApiMechanisms;
  /**
   * An object: an event must match every filter, and one value of it. As the API returns it, unchecked: of anything but arrays of texts,
   * null included, headgate does not know what it matches, so such a policy covers nothing.
   */
  readonly filters?: unknown;
  readonly [key: string]: unknown;
}

/** The body of a policy to create. */
export interface PolicyBody {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly mechanisms: ApiMechanisms;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** A time in which a policy sends nothing. */
export interface ApiSilence {
  readonly id: string;
  readonly policy_id?: string;
  /** RFC 3339. */
  readonly start_time?: string;
  readonly end_time?: string;
}

/** A webhook that policies can use. Its `url` may contain a secret. */
export interface ApiWebhook {
  readonly id: string;
  readonly name?: string;
  readonly url?: string;
}
