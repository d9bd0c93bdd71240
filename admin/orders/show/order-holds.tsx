import { useQuery } from '@tanstack/react-query'
import { dayOf } from '../../../resources/define/dates.ts'
import { type OrderHold, orderHold } from '../../../resources/orders/holds/order-hold.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { countText, dayInWords } from '../../derive/record/when.ts'
import { momentText } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import type { OrderLineRow } from '../order-rows.ts'

type HoldRow = OrderHold & { words: string; waitedHours: number | null }

/** What SAP holds of an order and held of it, the latest last; nothing for whoever may not read it. */
export const useHolds = (orderId: number, may: boolean) =>
  useQuery<HoldRow[], Refusal>({
    queryKey: [orderHold.path, 'order', orderId],
    enabled: may,
    queryFn: () => rowsOf(orderHold).all<HoldRow>({ where: { orderId }, sort: { id: 1 } }),
  })

/** What is open, else when the last hold ended; null where SAP never held the order. */
export function holdsInWords(holds: readonly HoldRow[], today: string): string | null {
  const open = holds.filter(({ endedAt }) => endedAt === null)
  if (open.length > 0) {
    const reasons = [...new Set(open.map(({ words }) => words))]
    return `${reasons.join(', ')}, since ${dayInWords(dayOf(open[0]!.since), today)}`
  }
  const last = holds.at(-1)
  return last
    ? `${countText(holds.length, 'hold')}, all ended, the last ${dayInWords(dayOf(last.endedAt!), today)}`
    : null
}

/** Each hold with its lines, how long it waits in working hours, and whether the head of the desk was told. */
export function OrderHolds({ holds, lines }: { holds: readonly HoldRow[]; lines: readonly OrderLineRow[] }) {
  const lineNo = (id: number | null) => lines.find(line => line.id === id)?.lineNo
  const columns: readonly PlainColumn<HoldRow>[] = [
    { head: 'Held for', value: ({ words }) => words },
    { head: 'Line', value: ({ orderLineId }) => lineNo(orderLineId) ?? 'Whole order' },
    { head: 'Code in SAP', value: ({ code }) => code },
    { head: 'Since', value: ({ since }) => momentText(since) },
    {
      head: 'Working hours',
      right: true,
      value: ({ waitedHours, escalatedAt }) =>
        waitedHours === null ? null : escalatedAt ? `${waitedHours}, desk head told` : `${waitedHours}`,
    },
    { head: 'Ended', value: ({ endedAt }) => endedAt && momentText(endedAt) },
  ]
  return <PlainGrid label="Holds in SAP" rows={holds.toReversed()} columns={columns} />
}
