import { useQuery } from '@tanstack/react-query'
import { can } from '../../../resources/capabilities.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { type LrLineRow, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import type { InvoiceRow, SentLr, Shipments } from './shipments.ts'

/** The shipments by a column of the invoices: their order or their id. */
export function useShipments(of: { orderId: number } | { id: number }) {
  const { user, may } = usePerson()
  const collects = user.customerId !== null && can(user, 'choosePartyWillCollect')
  return useQuery<Shipments, Refusal>({
    queryKey: ['invoices', of, collects, 'lr-lines', 'lrs'],
    enabled: may('read', 'invoices'),
    queryFn: () => shipmentsOf(of, { lrs: may('read', 'lr-lines'), collects }),
  })
}

async function shipmentsOf(of: object, reads: { lrs: boolean; collects: boolean }): Promise<Shipments> {
  const invoices = await rowsOf(invoice).all<InvoiceRow>({ where: of, sort: { id: 1 } })
  const ids = invoices.map(({ id }) => id)
  const isAny = ids.length > 0
  const [lines, fetched] = await Promise.all([
    isAny && reads.lrs ? rowsOf(lrLine).all<LrLineRow>({ where: { invoiceId: { $in: ids } }, sort: { id: 1 } }) : [],
    isAny && reads.collects ? rowsOf(invoice).all<Invoice>({ where: { id: { $in: ids }, isCollected: true } }) : [],
  ])
  const lrIds = [...new Set(lines.map(({ lrId }) => lrId))]
  const lrs = lrIds.length > 0 ? await rowsOf(lr).all<SentLr>({ where: { id: { $in: lrIds } }, sort: { id: 1 } }) : []
  const idsOf = Map.groupBy(lines, ({ invoiceId }) => invoiceId)
  return {
    invoices,
    lrs,
    lrsOf: invoiceId => lrs.filter(({ id }) => idsOf.get(invoiceId)?.some(({ lrId }) => lrId === id)),
    collected: new Set(fetched.map(({ id }) => id)),
  }
}
