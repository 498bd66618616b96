// Fields whose values identify a person or a device, or carry credentials: a mined suite masks them, and reports for others do not show them,
// unless the user names them. docs/filter-tests.md, "Personal data" lists them.

/** Names across all datasets. Our own choice. */
export const PERSONAL_FIELDS: readonly string[] = [
  ...['ClientIP', 'ClientRequestReferer', 'ClientRequestUserAgent', 'Cookies', 'RequestHeaders', 'ResponseHeaders'],
  ...[
    'ClientRefererHost',
    'ClientRefererPath',
    'ClientRefererQuery',
    'FraudUserID',
    'UserAgent',
    'Referer',
    'Referrer',
  ],
  ...[
    'ActorEmail',
    'ActorIP',
    'ActorIPAddress',
    'Email',
    'IP',
    'IPAddress',
    'Recipient',
    'SourceIP',
    'SourceInternalIP',
  ],
  ...['SrcIP', 'UserEmail', 'UserID', 'UserUID', 'Username', 'FromName', 'ReplyToName', 'ToName', 'Headers'],
  ...['DeviceID', 'DeviceName', 'DeviceSerialNumber', 'DeviceIPv4Address', 'DeviceIPv6Address', 'HTTPClientIPAddress'],
  ...['IPSourceAddress', 'Hostname'],
];
