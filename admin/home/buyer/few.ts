import { useQuery } from '@tanstack/react-query'
import type { ListPage } from '../../../resources/define/list-page.ts'
import { quantityText } from '../../../resources/define/show.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import { api } from '../../shell/api.ts'

export type Row = ApiRow & Record<string, string | number | null>

/** The first rows of a list. */
export const few = async (path: string, params: object, most: number) =>
  (await api.get<ListPage<Row>>(`/${path}`, { params: { ...params, $limit: most } })).data.data

/** The latest invoices of the customer, the last one first. */
export const useLastInvoices = (on: boolean) =>
  useQuery({
    queryKey: ['home', 'last-invoices'],
    enabled: on,
    refetchInterval: 60_000,
    queryFn: () => few('invoices', { invoiceType: 'INVOICE', isCancelled: false, $sort: { id: -1 } }, 4),
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
