import { expect, it } from 'vitest'
import { findDifferences, orderBook } from '../../../api/orders/reconcile-orders.ts'
import { compareBook } from '../../../api/platform/books.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)

it('stops after a thousand differences, so that what is wrong with all orders fills no memory', async () => {
  const { id: _, ...values } = await portal
    .db('order')
    .where({ id: (await exampleRow(portal.db, resourceNamed('order'), { status: 'CONFIRMED' })).id })
    .first()
  expect(await findDifferences(portal.db)).not.toEqual([])
  const copies = Array.from({ length: 1_100 }, (_, at) => ({
    ...values,
    ...{ orderNo: `OR26-${at}`, draftNo: null, cartRef: `copy-${at}`, sapOrderNo: null },
  }))
  await portal.db.batchInsert('order', copies, 50)
  expect(await findDifferences(portal.db)).toHaveLength(1_000)
  await expect(compareBook(portal.db, orderBook)).rejects.toThrow(
    'Orders differ from themselves (1000 or more differences)',
  )
})
