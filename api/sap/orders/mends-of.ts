import type { Knex } from 'knex'
import { tableOf } from '../../../resources/define/resource.ts'
import { linesInReply, type NamedRow, namedInReply } from '../../../resources/orders/sap/named-in-reply.ts'
import { type SapTopic, sapTopic, sapWords } from '../../../resources/orders/sap/sap-words.ts'
import type { GapFix } from '../../../resources/orders/what-if/fix-rule-gap.ts'
import { resourceAt } from '../../../resources/registry.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'

/** A refusal by SAP, and the order it is about. */
interface Refusal {
  code: string | null
  text: string
  payload: unknown
}

/**
 * The master rows that would mend a refusal, of those that the person may read: what SAP names, else what its sentence
 * is about, found in the order as it was sent.
 */
export async function mendsOf(db: Knex, person: Person, refusal: Refusal): Promise<GapFix[]> {
  const topic = sapTopic(refusal.code, refusal.text)
  const named = namedInReply(refusal.text)
  const wanted = named.length > 0 ? named : rowsAbout(topic, refusal)
  const mends: GapFix[] = []
  for (const row of unique(wanted)) mends.push(...(await mendOf(db, person, row)))
  return mends.length > 0 ? mends : listAbout(person, refusal)
}

/** SAP names the line and not its product, or the topic alone. */
function rowsAbout(topic: SapTopic, { text, payload }: Refusal): NamedRow[] {
  const { soldTo, shipTo, lines = [] } = (payload ?? {}) as Partial<SalesOrderMessage>
  const numbers = linesInReply(text)
  const named = lines.filter(({ lineNo }) => numbers.length === 0 || numbers.includes(lineNo))
  // Without a line named, one of many products is no help.
  const meant = numbers.length > 0 || named.length === 1 ? named : []
  if (topic === 'shipTo' && shipTo) return [{ resource: 'access-control/ship-to', code: shipTo }]
  if ((topic === 'customer' || topic === 'credit' || topic === 'salesArea') && soldTo)
    return [{ resource: 'access-control/customer', code: soldTo }]
  if (topic === 'plant') return meant.map(({ plant }) => ({ resource: 'settings/plant', code: plant }))
  if (topic === 'product' || topic === 'unit' || topic === 'price')
    return meant.map(({ product }) => ({ resource: 'masters/products', code: product }))
  return []
}

async function mendOf(db: Knex, person: Person, { resource: path, code }: NamedRow): Promise<GapFix[]> {
  const resource = resourceAt(path)!
  if (!person.ability.can('read', path)) return []
  const table = tableOf(resource)
  const rows = db(table).where(`${table}.code`, code).where(`${table}.isActive`, 1).orderBy(`${table}.id`)
  const readableRow: { id: number } | undefined = await restrict(rows, db, resource, person, 'read').first(
    `${table}.id`,
  )
  return readableRow ? [{ label: `${words[path]} ${code}`, resource: path, id: readableRow.id }] : []
}

function listAbout(person: Person, { code, text }: Refusal): GapFix[] {
  const { mend } = sapWords(code, text)
  return mend && person.ability.can('read', mend.resource) ? [{ label: mend.label, resource: mend.resource }] : []
}

const words: Readonly<Record<NamedRow['resource'], string>> = {
  'masters/products': 'product',
  'access-control/customer': 'customer',
  'access-control/ship-to': 'delivery address',
  'settings/plant': 'plant',
}

const unique = (rows: readonly NamedRow[]) => [
  ...new Map(rows.map(row => [`${row.resource} ${row.code}`, row])).values(),
]
