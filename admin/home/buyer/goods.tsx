import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { statusText } from '../../../resources/dispatches/lr-status.ts'
import { underwayStatuses } from '../../../resources/shipment-tracking/dashboard.ts'
import { searchShipments } from '../../../resources/shipment-tracking/search-shipments.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import { plainDay, readOn } from '../../derive/record/when.ts'
import type { Where } from '../../http/asked.ts'
import { Empty } from '../../shell/empty.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { few, goodsText, nameOf, type Row } from './few.ts'
import { Part, PartTable } from './part.tsx'

const MOST = 4

/** Goods that are not with the customer yet: on the way, to be collected, or invoiced only, and what each of them is. */
async function goodsToCome() {
  const waiting: Where<typeof invoice> = {
    invoiceType: 'INVOICE',
    isCancelled: false,
    dispatchStatus: { $in: ['PENDING', 'PWC_READY'] },
  }
  const sort = { id: -1 } as const
  const [shipments, toCollect, toSend] = await Promise.all([
    few(
      searchShipments,
      { where: { deliveryStatus: { $in: underwayStatuses } }, sort: { expectedDeliveryDate: 1 } },
      MOST,
    ),
    few(invoice, { where: { ...waiting, isCollected: true }, sort }, MOST),
    few(invoice, { where: { ...waiting, isCollected: false }, sort }, MOST),
  ])
  const lrIds = shipments.flatMap(({ lrId }) => (lrId ? [Number(lrId)] : []))
  const onLrs = await rowsOf(lrLine).whose<'lrId', Row>('lrId', lrIds)
  const invoiceIds = [
    ...onLrs.flatMap(({ invoiceId }) => (invoiceId ? [Number(invoiceId)] : [])),
    ...[...toCollect, ...toSend].map(row => row.id),
  ]
  const lines = await rowsOf(invoiceLine).whose<'invoiceId', Row>('invoiceId', invoiceIds)
  const goodsOf = (ids: readonly unknown[]) => goodsText(lines.filter(({ invoiceId }) => ids.includes(invoiceId)))
  return {
    shipments: shipments.map(row => ({
      row,
      goods: goodsOf(onLrs.filter(({ lrId }) => lrId === row.lrId).map(({ invoiceId }) => invoiceId)),
    })),
    toCollect: toCollect.map(row => ({ row, goods: goodsOf([row.id]) })),
    toSend: toSend.map(row => ({ row, goods: goodsOf([row.id]) })),
  }
}

export const useGoods = (on: boolean) =>
  useQuery({ queryKey: ['home', 'goods'], enabled: on, refetchInterval: 60_000, queryFn: goodsToCome }).data

/** Where the customer's goods are, by the day on which they come. */
export function MyGoods() {
  const today = readOn()
  const goods = useGoods(true)
  const count = goods ? Object.values(goods).reduce((sum, rows) => sum + rows.length, 0) : undefined
  return (
    <Part id="home-goods" title="My goods" more={<Link to="/shipment-tracking/search-shipments">All goods</Link>}>
      {count === 0 && <Empty text="Nothing is on the way." />}
      {goods && count !== 0 && (
        <PartTable heads={['What', 'Where it is', 'When']}>
          {goods.shipments.map(({ row, goods: what }) => (
            <Line
              key={`lr-${row.id}`}
              what={what || `${row.packages} packages`}
              where={
                <>
                  {statusText(row.deliveryStatus as DeliveryStatus, 'buyer')}, {nameOf(row.texts?.transporterId)}{' '}
                  <Link to={`/dispatches/lr/${row.lrId}`}>{row.lrNo}</Link>
                </>
              }
              when={
                String(row.expectedDeliveryDate) < today ? (
                  <strong className="is-late">was {plainDay(String(row.expectedDeliveryDate), today)}</strong>
                ) : (
                  plainDay(String(row.expectedDeliveryDate), today)
                )
              }
            />
          ))}
          {goods.toCollect.map(({ row, goods: what }) => (
            <Line
              key={`collect-${row.id}`}
              what={what}
              where={
                <>
                  <Link to="/dispatches/party-will-collect">Collect</Link> at {nameOf(row.texts?.plantId)},{' '}
                  {row.invoiceNo}
                </>
              }
              when={row.dispatchStatus === 'PWC_READY' ? 'ready' : 'being packed'}
            />
          ))}
          {goods.toSend.map(({ row, goods: what }) => (
            <Line
              key={`send-${row.id}`}
              what={what}
              where={
                <>
                  At {nameOf(row.texts?.plantId)}, <Link to={`/dispatches/invoice/${row.id}`}>{row.invoiceNo}</Link>
                </>
              }
              when={`invoiced ${plainDay(String(row.invoiceDate), today)}`}
            />
          ))}
        </PartTable>
      )}
    </Part>
  )
}

const Line = ({ what, where, when }: { what: string; where: ReactNode; when: ReactNode }) => (
  <tr>
    <td>{what}</td>
    <td className="quiet">{where}</td>
    <td>{when}</td>
  </tr>
)
