/** Help for the errors of connections, a part of `errorHelp`. */
export const connectionErrorHelp = {
  'connection.check_failed': {
    meaning: 'The connector tried the source once before it stored the connection, and the source refused.',
    remedy: 'Read the message, correct the settings or credentials, and send the request again.',
  },
  'connection.not_authorized': {
    meaning: 'The connection has no valid authorization at the provider.',
    remedy: 'Get a link with `POST /v3/connections/{id}/authorize`, and open it in a browser.',
  },
  'connection.state_invalid': {
    meaning:
      'The answer of a provider belongs to no authorization that is under way: it is more than an hour old, was used before, or came to the address of another provider.',
    remedy: 'Start the authorization again, and open the new link.',
  },
  'connection.event_refused': {
    meaning: 'An event came to the address of a connection, and its signature or secret is wrong.',
    remedy:
      'Nothing, if it is no event of yours. Otherwise remove the webhook at the provider, and start an import.',
  },
  'connection.too_many': {
    meaning: 'An organization has at most 100 connections.',
    remedy: 'Delete one first.',
  },
  'connection.not_supported': {
    meaning: 'The connector of this provider has no list of resources, or cannot do what was asked.',
    remedy: 'Set what to import in the settings of the connection.',
  },
  'connection.provider_unavailable': {
    meaning: 'The source did not respond, responded with an error, or asked to wait.',
    remedy: 'Try again after a minute.',
  },
} as const
