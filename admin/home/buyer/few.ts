import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../../resources/define/resource.ts'
import { quantityText } from '../../../resources/define/show.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Asked } from '../../http/asked.ts'
import { rowsOf } from '../../shell/rows.ts'

export type Row = ApiRow & Record<string, string | number | null>

/** The first rows of a list. */
export const few = async <const R extends Resource>(of: R, asked: Omit<Asked<R>, 'most'>, most: number) =>
  (await rowsOf(of).page<Row>({ ...asked, most })).data

/** The latest invoices of the customer, the last one first. */
export const useLastInvoices = (on: boolean) =>
  useQuery({
    queryKey: ['home', 'last-invoices'],
    enabled: on,
    refetchInterval: 60_000,
    queryFn: () => few(invoice, { where: { invoiceType: 'INVOICE', isCancelled: false }, sort: { id: -1 } }, 4),
  }).data

/** The words of a reference without its code. */
export const nameOf = (text: string | null | undefined) => text?.split(' · ').at(-1) ?? ''

/** Lines of goods in a few words: `36 Tris base and 2 more`. */
export function goodsText(lines: readonly Row[]): string {
  const [first, ...more] = lines
  if (!first) return ''
  const goods = `${quantityText(Number(first.qty))} ${nameOf(first.texts?.productId)}`
  return more.length > 0 ? `${goods} and ${more.length} more` : goods
}
