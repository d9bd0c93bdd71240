/**
 * How long a request may take to arrive, headers and whole, in milliseconds: slow senders are cut off. A connection is
 * kept for longer than proxies keep theirs (60 s), or it would end just as one of them sends the next request.
 */
export const patienceOfConnections = { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 75_000 }
