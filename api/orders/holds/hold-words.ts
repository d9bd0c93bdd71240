import type { Knex } from 'knex'
import {
  HELD_FOR_BUYERS,
  type HoldKind,
  holdKinds,
  kindsOfHold,
  unknownCode,
} from '../../../resources/orders/holds/hold-kinds.ts'
import type { OrderHold } from '../../../resources/orders/holds/order-hold.ts'
import type { ComputedColumn } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'

/** The case of SQL that gives each kind of `hold` its own expression. */
const byKind = (hold: string, of: (kind: HoldKind) => string) =>
  `case ${hold}.kind ${holdKinds.map(kind => `when '${kind}' then ${of(kind)}`).join(' ')} end`

const quoted = (words: string) => `'${words.replaceAll("'", "''")}'`

/** What a person entered for the code of `hold`; null where nobody did. */
const textOfCode = (hold: string, kind: HoldKind, column: 'staff' | 'buyer') =>
  `(select code_text.${column} from sap_code_text code_text where code_text.field = '${kindsOfHold[kind].texts}' and code_text.code = ${hold}.code and code_text.isActive = 1)`

/** What our people read of the hold with this alias, without `Held in SAP:`. */
const staffWords = (hold: string) =>
  byKind(hold, kind => {
    const { words, texts, adds } = kindsOfHold[kind]
    const otherwise = words === null ? `concat(${quoted(unknownCode(''))}, ${hold}.code)` : quoted(words)
    const said = texts ? `coalesce(${textOfCode(hold, kind, 'staff')}, ${otherwise})` : otherwise
    if (adds === 'code') return `concat(${said}, ' ', ${hold}.code)`
    if (adds !== 'day') return said
    const day = [9, 6, 1].map(from => `substr(${hold}.day, ${from}, ${from === 1 ? 4 : 2})`).join(`, '-', `)
    return `concat(${said}, case when ${hold}.day is null then '' else concat(', ', ${day}) end)`
  })

const buyerWords = (hold: string) =>
  byKind(hold, kind =>
    kindsOfHold[kind].texts
      ? `coalesce(${textOfCode(hold, kind, 'buyer')}, ${quoted(HELD_FOR_BUYERS)})`
      : quoted(HELD_FOR_BUYERS),
  )

/** The first open hold of an order, in the order of the kinds, in these words; null where none is open. */
const firstHold =
  (words: string, kinds: readonly HoldKind[]): ComputedColumn =>
  (db, of) =>
    db('order_hold as held')
      .where('held.orderId', of('id'))
      .whereNull('held.endedAt')
      .whereIn('held.kind', [...kinds])
      .orderByRaw(byKind('held', kind => `${holdKinds.indexOf(kind)}`))
      .orderBy('held.id')
      .limit(1)
      .select(db.raw(words))

/** Why SAP holds an order, as our people read it. */
export const heldInSap = firstHold(staffWords('held'), holdKinds)

/** What the buyer reads of an order that is held; null also where only what is inside the house holds it. */
export const buyerHold = firstHold(
  buyerWords('held'),
  holdKinds.filter(kind => !kindsOfHold[kind].isInner),
)

/**
 * What the orders of a report say of their holds to each reader, as its columns `heldInSap` and `buyerHold`; left empty
 * where they are not needed.
 */
export const holdsInReport = (db: Knex, { columns, day }: Reader): Knex.Raw[] => {
  const of = (name: string) => db.ref(`order.${name}`) as Knex.Ref<string, never>
  return Object.entries({ heldInSap, buyerHold }).map(([name, words]) =>
    db.raw('(?) as ??', [!columns || columns.has(name) ? words(db, of, day) : db.raw('null'), name]),
  )
}

/** What one hold is for. */
export const wordsOfHold: ComputedColumn = (db, of) =>
  db('order_hold as said')
    .where('said.id', of('id'))
    .select(db.raw(staffWords('said')))

/** What these holds are for, by their ids. */
export async function holdsInWords(db: Knex, ids: readonly number[]): Promise<Map<number, string>> {
  const rows: { id: number; words: string }[] = await db('order_hold as said')
    .whereIn('said.id', [...ids])
    .select('said.id', db.raw(`${staffWords('said')} as words`))
  return new Map(rows.map(({ id, words }) => [id, words]))
}

/** What an order says of its open holds to each reader; both null where none is open. */
export async function heldWords(
  db: Knex,
  orderId: number,
): Promise<{ heldInSap: string | null; buyerHold: string | null }> {
  const at = (name: string) => db.ref(`order.${name}`) as Knex.Ref<string, never>
  const row = await db('order')
    .where('order.id', orderId)
    .first({ heldInSap: heldInSap(db, at, ''), buyerHold: buyerHold(db, at, '') })
  return { heldInSap: row?.heldInSap ?? null, buyerHold: row?.buyerHold ?? null }
}

/** One sentence for each reason, with the lines it is about: `Export papers: line 10, 20`. */
export function sentencesOf(
  holds: readonly OrderHold[],
  words: ReadonlyMap<number, string>,
  lineNos: ReadonlyMap<number, number>,
): string[] {
  return [...Map.groupBy(holds, ({ id }) => words.get(id)!)].map(([said, some]) => {
    const lines = some.flatMap(({ orderLineId }) => (orderLineId === null ? [] : [lineNos.get(orderLineId)!]))
    const reason = `${said[0]!.toUpperCase()}${said.slice(1)}`
    return lines.length === 0 ? reason : `${reason}: line ${lines.toSorted((a, b) => a - b).join(', ')}`
  })
}

/** The numbers of the lines that these holds are about, by id. */
export async function lineNosOf(db: Knex, holds: readonly OrderHold[]): Promise<Map<number, number>> {
  const ids = holds.flatMap(({ orderLineId }) => orderLineId ?? [])
  const rows: { id: number; lineNo: number }[] = await db('order_line').whereIn('id', ids).select('id', 'lineNo')
  return new Map(rows.map(({ id, lineNo }) => [id, lineNo]))
}

/** What holds of one reason are for, with their lines. */
export async function reasonOf(db: Knex, holds: readonly OrderHold[]): Promise<string> {
  const ids = holds.map(({ id }) => id)
  return sentencesOf(holds, await holdsInWords(db, ids), await lineNosOf(db, holds)).join('. ')
}
