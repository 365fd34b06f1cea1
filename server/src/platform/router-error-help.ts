/** Help for the errors of the memory router, a part of `errorHelp`. */
export const routerErrorHelp = {
  'router.unsupported_path': {
    meaning: 'The memory router forwards chats only: paths that end with `/chat/completions` or `/messages`.',
    remedy: 'Call the provider directly for everything else.',
  },
  'router.provider_not_allowed': {
    meaning:
      'The origin of the provider is not in `ROUTER_PROVIDERS`, the router is off, or the name of the provider leads into a private network.',
    remedy:
      'Ask the operator to add the origin, with its port, to `ROUTER_PROVIDERS`. A provider in a private network must be named there too.',
  },
  'router.provider_unavailable': {
    meaning:
      'The router could not connect to the provider, or lost the connection before the response began. Errors that the provider itself reports are passed on unchanged.',
    remedy:
      'Try again after a second. If the error persists, check the address, and that the server can reach it.',
  },
  'router.provider_timeout': {
    meaning: 'The provider sent nothing for `ROUTER_TIMEOUT_MS`.',
    remedy: 'Try again, with `stream: true` for long answers, or ask the operator to raise the setting.',
  },
}
