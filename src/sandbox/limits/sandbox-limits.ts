// The limits of the sandbox's options, without its parts: the command line shows them before it loads any.

/** Most notification policies of an account. The platform's number is not public; ours. */
export const MAX_POLICIES = 1000;
/** Highest port of the system. */
export const MAX_PORT = 65_535;
/** Highest speed of service time that does not follow the traffic. Ours: a timer is exact to a millisecond, an object's name to a second. */
export const MAX_SPEED = 1000;
