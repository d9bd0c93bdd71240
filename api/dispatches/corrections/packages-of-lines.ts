import type { Knex } from 'knex'
import { shareOut, sum } from '../../../resources/define/amounts.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'

/** What of the packages of an LR falls on each of its lines: as they shared them before. */
export function packagesOfLines(packages: number, lines: readonly Pick<LrLine, 'packages' | 'weightKg'>[]): number[] {
  const [before, weights] = [lines.map(line => line.packages), lines.map(({ weightKg }) => weightKg)]
  const shares = [before, weights].find(some => sum(some) > 0) ?? lines.map(() => 1)
  return lines.length === 0 ? [] : shareOut(packages, shares)
}

/** Writes the packages of a corrected LR on its lines. */
export async function sharePackages(trx: Knex, { id, packages }: Lr, author: Author): Promise<void> {
  const lines = await rowsOf(trx, lrLine, rows => rows.where('lrId', id).orderBy('id'))
  const shares = packagesOfLines(packages, lines)
  const changed = lines.flatMap((before, place) =>
    before.packages === shares[place] ? [] : [{ before, asked: { packages: shares[place]! } }],
  )
  await updateEach(trx, lrLine, changed, author)
}
