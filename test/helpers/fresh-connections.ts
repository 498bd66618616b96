// Gives each request of the tests a connection of its own: servers close idle ones after some seconds, perhaps just as a request is sent.
import { Agent, setGlobalDispatcher } from 'undici';

setGlobalDispatcher(new Agent({ pipelining: 0 }));
