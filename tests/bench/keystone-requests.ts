import { COLUMNS, type Sent } from './requests.ts'
import { type Named, productDraft } from './rows.ts'

const columns = COLUMNS.join(' ')
const texts = 'sbu { name } mvgr1 { description } materialPricingGroup { code }'

type Question = (value: string, named: Named) => { query: string; variables: Record<string, unknown> }

const listed =
  (where: (value: string) => object, more = '', sort = ['name', 'id']): Question =>
  value => ({
    query: `query ($where: ProductWhereInput!, $orderBy: [ProductOrderByInput!]!) {
      products(where: $where, orderBy: $orderBy, take: 25) { ${columns} ${more} } productsCount(where: $where)
    }`,
    variables: { where: where(value), orderBy: sort.map(name => ({ [name]: 'asc' })) },
  })

const active = { isActive: { equals: true } }

/** What the peer is asked in place of each handler of `bare.ts`; it answers no others. */
const questions: Record<string, Question> = {
  get: id => ({
    query: `query ($id: ID!) { product(where: { id: $id }) { ${columns} } }`,
    variables: { id },
  }),
  list: listed(() => active),
  selective: listed(hsnCode => ({ hsnCode: { equals: hsnCode } })),
  contains: listed(text => ({ name: { contains: text } })),
  search: listed(
    text => ({ ...active, OR: ['code', 'name', 'casNo'].map(name => ({ [name]: { contains: text } })) }),
    '',
    ['id'],
  ),
  references: listed(() => active, texts),
  create: (n, named) => ({
    query: 'mutation ($data: ProductCreateInput!) { createProduct(data: $data) { id } }',
    variables: { data: draft(Number(n), named) },
  }),
  update: id => ({
    query:
      'mutation ($id: ID!) { updateProduct(where: { id: $id }, data: { maxOrderQty: 5000, rowVersion: 2 }) { id } }',
    variables: { id },
  }),
}

/** What the peer is sent in place of a request to the bare handler; undefined where it has none. */
export function sentToKeystone({ path }: Sent, named: Named): Sent | undefined {
  const [, name = '', value = ''] = path.split('/')
  const question = questions[name]
  return question && { method: 'POST', path: '/api/graphql', body: question(decodeURIComponent(value), named) }
}

function draft(n: number, named: Named) {
  const { sbuId, mvgr1Id, materialPricingGroupId, ...row } = productDraft(n, named)
  const fields = Object.entries(row).filter(([name]) => COLUMNS.includes(name))
  const to = (id: unknown) => ({ connect: { id: String(id) } })
  return {
    ...Object.fromEntries(fields),
    sbu: to(sbuId),
    mvgr1: to(mvgr1Id),
    materialPricingGroup: to(materialPricingGroupId),
    isActive: true,
    rowVersion: 1,
  }
}
