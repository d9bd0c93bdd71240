import { useQuery } from '@tanstack/react-query'
import { addDays } from '../../../resources/define/dates.ts'
import { MOST_DAYS_TO_BILL } from '../../../resources/dispatches/bills/bill-rules.ts'
import type { TransporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import type { TransporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { type GtaTaxChoice, gtaTaxChoice } from '../../../resources/masters/gta-tax-choice.ts'
import type { Transporter } from '../../../resources/masters/transporter.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { usePerson } from '../../account/person.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import type { LrRow } from '../lr-api.ts'

export type BillRow = TransporterBill & ApiRow
export type BillLineRow = TransporterBillLine & ApiRow
/** A line of a bill with its LR. */
export interface BillLine {
  line: BillLineRow
  lr: LrRow | undefined
}

/** The LRs of a transporter that can be billed on a day, the oldest first. */
export const useBillableLrs = (transporterId: number | null, billDate: string | null) =>
  useQuery<LrRow[], Refusal>({
    queryKey: ['lrs', 'billable', transporterId, billDate],
    enabled: transporterId !== null && billDate !== null,
    queryFn: async () => {
      const rows = await rowsOf(lr).all<LrRow>({
        where: {
          transporterId,
          billStatus: 'UNBILLED',
          businessLine: 'CORE',
          freightTerms: { $ne: 'TO_PAY' },
          deliveryStatus: { $ne: 'CANCELLED' },
          lrDate: { $lte: billDate! },
        },
        sort: { lrDate: 1, id: 1 },
      })
      const oldest = addDays(billDate!, -MOST_DAYS_TO_BILL)
      return rows.filter(row => row.lrDate >= oldest || row.lateBillReason !== null)
    },
  })

export const useTransporter = (id: number | null) =>
  useQuery<Transporter, Refusal>({
    queryKey: [transporter.path, 'one', id ?? 0, 'row'],
    enabled: id !== null,
    queryFn: () => rowsOf(transporter).at<Transporter>(id!),
  })

/** The GST of carriage that a transporter chose, by year. */
export const useTaxChoices = (transporterId: number | null) =>
  useQuery<GtaTaxChoice[], Refusal>({
    queryKey: [gtaTaxChoice.path, 'of', transporterId ?? 0],
    enabled: transporterId !== null,
    queryFn: () => rowsOf(gtaTaxChoice).all<GtaTaxChoice>({ where: { transporterId: transporterId! } }),
  })

/** The transporter that the person works for; null for our own people, who choose one. */
export function useOwnTransporter(): number | null {
  const { seesAll } = usePerson()
  const isOwn = !seesAll(transporter.path)
  const { data } = useQuery<Transporter[], Refusal>({
    queryKey: [transporter.path, 'own'],
    enabled: isOwn,
    queryFn: () => rowsOf(transporter).all<Transporter>(),
  })
  return (isOwn && data?.[0]?.id) || null
}

/** The lines of a bill, each with its LR. */
export const useBillLines = (billId: number) =>
  useQuery<BillLine[], Refusal>({
    queryKey: [transporterBillLine.path, 'of a bill', billId],
    queryFn: async () => {
      const lines = await rowsOf(transporterBillLine).all<BillLineRow>({
        where: { transporterBillId: billId },
        sort: { id: 1 },
      })
      const lrs = await rowsOf(lr).whose<'id', LrRow>(
        'id',
        lines.map(({ lrId }) => lrId),
      )
      return lines.map(line => ({ line, lr: lrs.find(({ id }) => id === line.lrId) }))
    },
  })

export const enterBill = async (body: object, headers: Record<string, string>) =>
  (await api.post<BillRow>(`/${transporterBill.path}`, body, { headers })).data

export const correctBill = async (id: number, body: object) =>
  (await api.patch<BillRow>(`/${transporterBill.path}/${id}`, body)).data
