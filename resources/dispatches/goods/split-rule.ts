import { sum } from '../../define/amounts.ts'
import type { SapDeliveryLine } from '../sap-delivery-line.ts'

/** An item of a delivery as SAP gives it, in thousandths; `originalQty` is null where SAP says none. */
export interface DeliveredItem {
  lineNo: number
  splitOfLineNo: number | null
  qty: number
  originalQty: number | null
}

/** What an item of a delivery counts as, and how much of it; `isDoubtful` where its batches do not add up. */
export interface CountedItem {
  countsAs: SapDeliveryLine['countsAs']
  qty: number
  isDoubtful: boolean
}

/**
 * Tells which items of a delivery are goods, in their order. The main item of several batches has no quantity of its own,
 * carries their total, or keeps what is not split, which SAP's original quantity tells; only then it counts beside them.
 */
export function countedItems(items: readonly DeliveredItem[]): CountedItem[] {
  const split = Map.groupBy(items, ({ splitOfLineNo }) => splitOfLineNo)
  return items.map(({ lineNo, qty, originalQty }) => {
    const batches = sum((split.get(lineNo) ?? []).map(part => part.qty))
    if (batches > 0) return mainItem(qty, batches, originalQty)
    return { countsAs: qty > 0 ? 'GOODS' : 'TEXT', qty, isDoubtful: false }
  })
}

function mainItem(main: number, batches: number, original: number | null): CountedItem {
  const total = { countsAs: 'TOTAL', qty: main, isDoubtful: false } as const
  if (main === 0 || (main === batches && main + batches !== original)) return total
  if (main + batches === original && main !== batches) return { countsAs: 'GOODS', qty: main, isDoubtful: false }
  if (main === original && main > batches) return { countsAs: 'GOODS', qty: main - batches, isDoubtful: false }
  return { ...total, isDoubtful: true }
}
