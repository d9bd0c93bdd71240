/** How many of something a person outside the company, and all of them at one address, create in an hour. */
interface PostingLimit {
  /** What they create, as the refusal calls it. */
  what: string
  person: number
  address: number
  /** Counts our own people too. */
  everyone?: true
}

/**
 * What outsiders create, by the request that creates it. Our own people work in bulk and are not counted. A refused
 * request gives its place back, and six times as many may be tried.
 */
export const postingLimits: Readonly<Record<string, PostingLimit>> = {
  'POST complaints': { what: 'complaints', person: 10, address: 20 },
  'POST complaint-notes': { what: 'notes', person: 60, address: 200 },
  'POST complaints/ar-dispute': { what: 'disputes', person: 20, address: 40 },
  'POST dispute-notes': { what: 'notes', person: 60, address: 200 },
  'POST order-comments': { what: 'comments', person: 60, address: 200 },
  'POST given-feedback': { what: 'answers', person: 30, address: 30 },
  'POST request-access': { what: 'requests', person: 10, address: 40, everyone: true },
  'POST attachments': { what: 'files', person: 200, address: 600 },
  'POST order-sheets': { what: 'files', person: 60, address: 200 },
  'POST pod-batches': { what: 'files', person: 60, address: 200 },
  'POST pods': { what: 'PODs', person: 300, address: 900 },
  'POST eud-documents': { what: 'documents', person: 30, address: 90 },
  'POST passport-links': { what: 'links', person: 200, address: 600 },
}

/** How many posts in the name of a payment account that it did not sign are counted in an hour, of one address. */
export const UNSIGNED_CALLBACKS = 60
