import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type SapDeliveryLine, sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { changesIn, insertRows, updateEach } from '../../derive/save/write.ts'
import { sapAuthor } from '../sap-author.ts'

type Line = Pick<SapDeliveryLine, 'deliveryId' | 'lineNo' | 'countsAs'> & Partial<SapDeliveryLine>

/**
 * Saves the lines of deliveries as SAP has them. Returns the deliveries that changed, and the lines whose goods SAP no
 * longer has or counts: whoever knows what travels of them decides what becomes of these.
 */
export async function saveDeliveryLines(
  trx: Knex,
  deliveryIds: readonly number[],
  lines: readonly Line[],
): Promise<{ touched: Set<number>; gone: number[] }> {
  const stored = await rowsOf(trx, sapDeliveryLine, rows => rows.whereIn('deliveryId', [...deliveryIds]))
  const linesByKey = new Map(stored.map(line => [keyOf(line), line]))
  const wanted = new Map(lines.map(line => [keyOf(line), line]))
  const gone = stored.filter(line => !wanted.has(keyOf(line)))
  const uncounted = stored.filter(line => line.countsAs === 'GOODS' && wanted.get(keyOf(line))?.countsAs === 'TOTAL')
  const added = lines.filter(line => !linesByKey.has(keyOf(line)))
  const differing = lines.flatMap(line => {
    const before = linesByKey.get(keyOf(line))
    const asked = before ? changesIn<Partial<SapDeliveryLine>>(before, line) : {}
    return before && Object.keys(asked).length > 0 ? [{ before, asked }] : []
  })
  await insertRows(
    trx,
    sapDeliveryLine,
    added.map(line => withDefaults(sapDeliveryLine, line)),
    sapAuthor,
  )
  await updateEach(trx, sapDeliveryLine, differing, sapAuthor)
  // Goods without an issue that take no stock were kept before, for something carries them.
  const news = gone.filter(({ isOpen, goodsIssue }) => isOpen || goodsIssue !== 'OPEN')
  const touched = [...added, ...news, ...differing.map(({ before }) => before)].map(({ deliveryId }) => deliveryId)
  return { touched: new Set(touched), gone: [...gone, ...uncounted].map(({ id }) => id) }
}

const keyOf = ({ deliveryId, lineNo }: Pick<Line, 'deliveryId' | 'lineNo'>) => `${deliveryId}/${lineNo}`
