import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type { PackageSize } from '../../../resources/dispatches/freight/charged-weight.ts'
import { lrPackage } from '../../../resources/dispatches/freight/lr-package.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, insertRows, updateRow } from '../../derive/save/write.ts'
import { invalidField } from '../../platform/errors.ts'
import { billHolding, rematchBill } from '../bills/rematch-bill.ts'
import { refusal } from '../events/refusal.ts'
import { agreedAgain } from './agreed-again.ts'

/** Writes the sizes of the packages of an LR that has none. */
export async function writeSizes(
  trx: Knex,
  lrId: number,
  sizes: readonly PackageSize[],
  author: Author,
): Promise<void> {
  const rows = sizes.map(({ count, lengthCm, breadthCm, heightCm }) => ({ lrId, count, lengthCm, breadthCm, heightCm }))
  if (rows.length > 0) await insertRows(trx, lrPackage, rows, author)
}

/** Throws 400 unless the sizes are of as many packages as the LR has, or none is said. */
export function demandSizesFit({ packages }: Pick<Lr, 'packages'>, sizes: readonly PackageSize[]): void {
  const measured = sum(sizes.map(({ count }) => count))
  if (sizes.length > 0 && measured !== packages)
    throw invalidField(
      'sizes',
      'SUM',
      `Sizes of packages are of ${measured} packages, and the LR has ${packages}: correct the numbers`,
    )
}

/** Says the sizes of the packages of an LR, prices it again, and matches the bill that holds it again. */
export async function measureLr(trx: Knex, before: Lr, sizes: readonly PackageSize[], by: Author): Promise<void> {
  if (before.billStatus === 'APPROVED' || before.billStatus === 'PAID')
    throw refusal('Sizes of packages cannot be changed: the bill of its transporter is approved', 'sizes')
  demandSizesFit(before, sizes)
  const author = { ...by, reason: by.reason ?? 'Packages measured' }
  const stored = await rowsOf(trx, lrPackage, rows => rows.where('lrId', before.id))
  await trx('lr_package')
    .whereIn(
      'id',
      stored.map(({ id }) => id),
    )
    .delete()
  await writeSizes(trx, before.id, sizes, author)
  const bill = await billHolding(trx, before.id)
  const changes = changesIn(before, (await agreedAgain(trx, before)) as Lr)
  if (Object.keys(changes).length > 0) await updateRow(trx, lr, before, changes, author)
  if (bill) await rematchBill(trx, bill, before.id, author)
}
