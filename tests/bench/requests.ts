import { type Named, productDraft } from './rows.ts'

/** One request. */
export interface Sent {
  method?: 'POST' | 'PATCH'
  path: string
  body?: unknown
}

/** A request sent to both the portal and the bare handler, with the goal for the portal. */
export interface Request {
  title: string
  /** The goal as a fraction of the bare handler's requests per second; none for a row that is only shown. */
  goal?: number
  /** A first step towards the goal, named in a row of its own. */
  firstGoal?: number
  /** The number of different requests sent in turn; 0 when every request must be different. */
  different: number
  connections?: number
  /** Whether the bare handler's table has the portal's indexes as well. */
  withOurIndexes?: boolean
  ours(n: number, named: Named): Sent
  bare(n: number, named: Named): Sent
}

/** The 15 columns of a list, none of them a reference. */
export const COLUMNS =
  'id,code,name,shortText,division,uom,packSize,packQty,minOrderQty,grossWeightKg,hsnCode,gstRate,storageCondition,isOrderable,rowVersion'.split(
    ',',
  )
/** The additional columns of a list with reference texts. */
export const REFERENCES = ['sbuId', 'mvgr1Id', 'materialPricingGroupId']

/** The twelve columns of an exported file. */
export const FILE_COLUMNS = COLUMNS.slice(1, 13)

const PATH = '/api/masters/products'
const selected = [...COLUMNS].map(name => `$select[]=${name}`).join('&')
const withReferences = [...COLUMNS, ...REFERENCES].map(name => `$select[]=${name}`).join('&')
const idOf = (n: number) => 1 + ((n * 7919) % 90_000)
/** Terms that more than 1 % of the products contain, and terms that fewer do. */
const BROAD = ['chlor', 'tartrate', 'hplc', 'lot 98']
const RARE = ['lot 4711', 'silver nitrate gc', 'urea ar 500', 'bn-00987']
const termOf = (terms: readonly string[], n: number) => encodeURIComponent(terms[n % terms.length]!)
const containing = (term: string) => `${PATH}?name[$contains]=${term}&$sort[name]=1&$limit=25&${selected}`
const boxed = (term: string) => `${PATH}?q=${term}&isActive=true&$limit=25&${selected}`
const hsnOf = (n: number) => 28_000_000 + (n % 40) * 1000

/** The number of the first new row, above those the table is filled with. */
const FRESH = 5_000_000
const bulk = (n: number, named: Named) =>
  Array.from({ length: 1000 }, (_, index) => productDraft(2 * FRESH + n * 1000 + index, named))

export const requests: Record<string, Request> = {
  get: {
    title: 'get by id, 15 columns',
    firstGoal: 0.12,
    goal: 0.2,
    different: 1000,
    ours: n => ({ path: `${PATH}/${idOf(n)}?${selected}` }),
    bare: n => ({ path: `/get/${idOf(n)}` }),
  },
  'get-whole': {
    title: 'get by id, whole row with texts',
    goal: 0.1,
    different: 1000,
    ours: n => ({ path: `${PATH}/${idOf(n)}` }),
    bare: n => ({ path: `/get-whole/${idOf(n)}` }),
  },
  list: {
    title: 'list 25, filter, sort, count',
    goal: 3,
    different: 1,
    ours: () => ({ path: `${PATH}?isActive=true&$sort[name]=1&$limit=25&${selected}` }),
    bare: () => ({ path: '/list/1' }),
  },
  selective: {
    title: 'list, selective filter',
    goal: 0.75,
    different: 100,
    ours: n => ({ path: `${PATH}?hsnCode=${hsnOf(n)}&$sort[name]=1&$limit=25&${selected}` }),
    bare: n => ({ path: `/selective/${hsnOf(n)}` }),
  },
  'selective-indexed': {
    title: 'list, selective filter, bare with our indexes as well',
    different: 100,
    withOurIndexes: true,
    ours: n => ({ path: `${PATH}?hsnCode=${hsnOf(n)}&$sort[name]=1&$limit=25&${selected}` }),
    bare: n => ({ path: `/selective/${hsnOf(n)}` }),
  },
  contains: {
    title: 'contains-search on name (filter), broad terms',
    goal: 1.5,
    different: BROAD.length,
    ours: n => ({ path: containing(termOf(BROAD, n)) }),
    bare: n => ({ path: `/contains/${termOf(BROAD, n)}` }),
  },
  'contains-rare': {
    title: 'contains-search on name (filter), terms of less than 1 % of the rows',
    goal: 10,
    different: RARE.length,
    ours: n => ({ path: containing(termOf(RARE, n)) }),
    bare: n => ({ path: `/contains/${termOf(RARE, n)}` }),
  },
  search: {
    title: 'search box: code, name, CAS number, ranked, broad terms',
    goal: 2,
    different: BROAD.length,
    ours: n => ({ path: boxed(termOf(BROAD, n)) }),
    bare: n => ({ path: `/search/${termOf(BROAD, n)}` }),
  },
  'search-rare': {
    title: 'search box, terms of less than 1 % of the rows',
    goal: 10,
    different: RARE.length,
    ours: n => ({ path: boxed(termOf(RARE, n)) }),
    bare: n => ({ path: `/search/${termOf(RARE, n)}` }),
  },
  references: {
    title: 'list with reference texts',
    goal: 2,
    different: 1,
    ours: () => ({ path: `${PATH}?isActive=true&$sort[name]=1&$limit=25&${withReferences}` }),
    bare: () => ({ path: '/references/1' }),
  },
  create: {
    title: 'create, durable',
    goal: 0.7,
    different: 0,
    ours: (n, named) => ({ method: 'POST', path: PATH, body: productDraft(FRESH + n, named) }),
    bare: n => ({ method: 'POST', path: `/create/${FRESH + n}` }),
  },
  update: {
    title: 'update, durable',
    goal: 0.55,
    different: 0,
    ours: n => ({ method: 'PATCH', path: `${PATH}/${1001 + n}`, body: { maxOrderQty: 5000 + n, rowVersion: 1 } }),
    bare: n => ({ method: 'POST', path: `/update/${1001 + n}` }),
  },
  bulk: {
    title: 'bulk create of 1,000 rows in one call',
    goal: 0.5,
    different: 0,
    connections: 2,
    ours: (n, named) => ({ method: 'POST', path: PATH, body: bulk(n, named) }),
    bare: n => ({ method: 'POST', path: `/bulk/${n}` }),
  },
}
