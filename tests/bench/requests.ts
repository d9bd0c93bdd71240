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
  /** The goal as a fraction of the bare handler's requests per second. */
  goal: number
  /** The number of different requests sent in turn; 0 when every request must be different. */
  different: number
  connections?: number
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
const TERMS = ['chlor', 'tartrate', 'lot 4711', 'hplc', 'silver nitrate gc', 'lot 98']
const termOf = (n: number) => encodeURIComponent(TERMS[n % TERMS.length]!)
const hsnOf = (n: number) => 28_000_000 + (n % 40) * 1000

/** The number of the first new row, above those the table is filled with. */
const FRESH = 5_000_000
const bulk = (n: number, named: Named) =>
  Array.from({ length: 1000 }, (_, index) => productDraft(2 * FRESH + n * 1000 + index, named))

export const requests: Record<string, Request> = {
  get: {
    title: 'get by id, 15 columns',
    goal: 0.1,
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
    goal: 2.5,
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
  contains: {
    title: 'contains-search on name (filter)',
    goal: 1.5,
    different: 6,
    ours: n => ({ path: `${PATH}?name[$contains]=${termOf(n)}&$sort[name]=1&$limit=25&${selected}` }),
    bare: n => ({ path: `/contains/${termOf(n)}` }),
  },
  search: {
    title: 'search box: code, name, CAS number, ranked',
    goal: 1.5,
    different: 6,
    ours: n => ({ path: `${PATH}?q=${termOf(n)}&isActive=true&$limit=25&${selected}` }),
    bare: n => ({ path: `/search/${termOf(n)}` }),
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
    goal: 0.5,
    different: 0,
    ours: (n, named) => ({ method: 'POST', path: PATH, body: productDraft(FRESH + n, named) }),
    bare: n => ({ method: 'POST', path: `/create/${FRESH + n}` }),
  },
  update: {
    title: 'update, durable',
    goal: 0.5,
    different: 0,
    ours: n => ({ method: 'PATCH', path: `${PATH}/${1001 + n}`, body: { maxOrderQty: 5000 + n, rowVersion: 1 } }),
    bare: n => ({ method: 'POST', path: `/update/${1001 + n}` }),
  },
  bulk: {
    title: 'bulk create of 1,000 rows in one call',
    goal: 0.3,
    different: 0,
    connections: 2,
    ours: (n, named) => ({ method: 'POST', path: PATH, body: bulk(n, named) }),
    bare: n => ({ method: 'POST', path: `/bulk/${n}` }),
  },
}
