import type { Knex } from 'knex'
import { eitherWay } from '../../../resources/dispatches/eway/distance.ts'
import { type PinDistance, pinDistance } from '../../../resources/masters/pin-distance.ts'
import type { RowCheck } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'

/** What is known of the distance between two PIN codes, either way; null where nothing is. */
export async function knownDistance(db: Knex, one: string, other: string): Promise<PinDistance | null> {
  const [found] = await rowsOf(db, pinDistance, rows =>
    rows
      .where('isActive', 1)
      .where(any => any.where({ fromPin: one, toPin: other }).orWhere({ fromPin: other, toPin: one })),
  )
  return found ?? null
}

/** Keeps a distance that the portal said or a person typed; what the portal says goes before what was typed. */
export async function keepDistance(
  trx: Knex,
  ends: { fromPin: string; toPin: string },
  said: Pick<PinDistance, 'km' | 'source'>,
  author: Author,
): Promise<void> {
  const known = await knownDistance(trx, ends.fromPin, ends.toPin)
  if (!known) await insertRows(trx, pinDistance, [{ ...eitherWay(ends.fromPin, ends.toPin), ...said }], author)
  else if (said.source === 'PORTAL' ? known.km !== said.km : known.source !== 'PORTAL' && known.km !== said.km)
    await updateRow(trx, pinDistance, known, said, author)
}

/** A distance holds either way: it is kept once. */
export const checkPinDistances: RowCheck = async (db, candidates) => {
  const pairs = candidates.map(({ row }) => [String(row.fromPin), String(row.toPin)] as const)
  const known = await rowsOf(db, pinDistance, rows =>
    rows.whereIn(
      'toPin',
      pairs.map(([from]) => from),
    ),
  )
  for (const { row, faults } of candidates)
    if (
      row.fromPin !== row.toPin &&
      known.some(one => one.id !== row.id && one.fromPin === row.toPin && one.toPin === row.fromPin)
    )
      faults.push({
        field: 'toPin',
        code: 'DUPLICATE',
        message: `The distance from ${row.toPin} to ${row.fromPin} is there already and holds both ways: correct that row`,
      })
}
