import { addDays } from '../../../resources/define/dates.ts'
import { COLUMNS, type Sent } from '../requests.ts'

const PRODUCTS = '/api/masters/products'
const AUDIT = '/api/mis/audit-log-report'
const selected = COLUMNS.map(name => `$select[]=${name}`).join('&')
const page = (query: string) => `${PRODUCTS}?${query}&$limit=25&${selected}`

/** What people type into a choice of products: a beginning of a code or a part of a name. */
const TYPED = ['BN-00', 'chl', 'chloro', 'tartr', 'silver n', 'hplc', 'BN-0004', 'zinc']

/** Requests of which a bigger table may take hardly more, besides those that the bare handler answers too. */
export const typing: Record<string, { different: number; ours(n: number): Sent }> = {
  'type-ahead': {
    different: TYPED.length,
    ours: n => ({
      path: `${PRODUCTS}?q=${encodeURIComponent(TYPED[n]!)}&isActive=true&$limit=20`,
    }),
  },
}

/** One request at full size: each of its paths is sent in turn. */
export interface Case {
  title: string
  /** Milliseconds for the slowest path; where none is given, it is only shown. */
  most?: number
  paths: readonly string[]
}

const all = (query: string) => [page(query)]

/** Lists of products where every row could be looked at. */
export const productCases = (rows: number): Case[] => [
  {
    title: 'search box, broad, rare and unknown terms',
    most: 100,
    paths: ['chlor', 'tartrate', 'lot 4711', 'silver nitrate gc', 'BN-0047110', 'nowhere'].map(term =>
      page(`q=${encodeURIComponent(term)}&isActive=true`),
    ),
  },
  {
    title: 'search box, broad terms, and a filter on a flag',
    paths: ['chlor', 'hplc'].map(term => page(`q=${term}&isActive=true&isOrderable=true`)),
  },
  { title: 'search box, two letters that no row has', paths: all('q=qz&isActive=true') },
  { title: 'contains on the name, no hit', paths: all('name[$contains]=nowhere&$sort[name]=1') },
  { title: 'selective filter, sorted by name', paths: all('hsnCode=28007000&$sort[name]=1') },
  { title: 'two filters, sorted by code', paths: all('sbuId=1&isOrderable=false&$sort[code]=1') },
  { title: 'page at 90 % of the list, sorted by name', paths: all(`$sort[name]=1&$skip=${rows * 0.9}`) },
  {
    title: 'page at 90 % of the list, sorted by a column without an index',
    paths: all(`$sort[packSize]=1&$skip=${rows * 0.9}`),
  },
  { title: 'sorted by the text of a reference', paths: all('$sort[sbuId]=1') },
  { title: 'sorted by a column without an index', paths: all('$sort[shortText]=-1') },
  { title: 'filter on a column without an index, no hit', paths: all('packSize=9%20kg&$sort[name]=1') },
  {
    title: 'exact count',
    paths: [`${PRODUCTS}?isActive=true&$exact=true&$limit=1`, `${PRODUCTS}?hsnCode=28007000&$exact=true&$limit=1`],
  },
]

/** What a sales person types on the order pad of a customer who may buy all products of one SBU. */
export function padCases(customerId: number): Case[] {
  const typed = (q: string) => `/api/order-products?customerId=${customerId}&q=${encodeURIComponent(q)}`
  return [
    { title: 'product typed on the order pad', paths: ['sodium', 'BN-0004', 'lot 4711'].map(typed) },
    { title: 'product typed on the order pad, with errors', paths: [typed('sodum tartrat')] },
  ]
}

/** The audit report as its page asks for it, of the last week where nothing else is said. */
export function auditCases(today: string, actorId: number): Case[] {
  const report = (query: string) => [`${AUDIT}?$limit=25&${query}`]
  const year = `at[$gte]=${addDays(today, -360)}T00:00:00.000Z`
  return [
    { title: 'first page', most: 100, paths: report('') },
    { title: 'a year', most: 100, paths: report(year) },
    {
      title: 'a month of last year',
      most: 100,
      paths: report(`at[$gte]=${addDays(today, -330)}T00:00:00.000Z&at[$lte]=${addDays(today, -300)}T00:00:00.000Z`),
    },
    {
      title: 'a year, by entity',
      most: 100,
      paths: ['products', 'contract'].flatMap(name => report(`${year}&entity=${name}`)),
    },
    {
      title: 'a year, by action',
      most: 100,
      paths: ['UPDATE', 'EXPORT', 'DEACTIVATE', 'REJECT'].flatMap(name => report(`${year}&action=${name}`)),
    },
    { title: 'a year, by actor', most: 100, paths: report(`${year}&actorId=${actorId}`) },
    { title: 'a year, by entity and action', most: 100, paths: report(`${year}&entity=products&action=DEACTIVATE`) },
    { title: 'a year, by source', paths: report(`${year}&source=SAP`) },
    { title: 'a year, by a part of the key', paths: report(`${year}&businessKey[$contains]=K-4711`) },
    { title: 'a year, searched', paths: report(`${year}&q=K-4711`) },
    { title: 'a year, exact count', paths: report(`${year}&$exact=true`) },
    { title: 'a year, page at 500,000', paths: report(`${year}&$skip=500000`) },
  ]
}
