import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { lazy, Suspense } from 'react'
import { dayText, pricePer, quantityText, showNumber } from '../../../resources/define/show.ts'
import { type Plant, plant } from '../../../resources/settings/plant.ts'
import { listOf } from '../../shell/list-of.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { sourceText } from '../order-words.ts'
import { usePad } from '../pad/pad.ts'
import type { PadLine, QuotedRow } from './line-store.ts'

// An empty pad has no promised day, and loads without it.
const LaneMark = lazy(() => import('./lane-mark.tsx'))

const NONE = <span className="quiet">–</span>

/** The rules' results for a row: net price, plant with its stock, promise and total. */
export function DecidedCells({ line, no, quoted }: { line: PadLine; no: number; quoted: QuotedRow | undefined }) {
  const { choosesPlant } = usePad()
  const money = (paise: number | undefined, units = 1) =>
    paise === undefined || quoted?.priceSource === null ? NONE : pricePer(paise, units)
  const number = quoted ? 'pad-number' : 'pad-number is-empty'
  const text = quoted ? 'pad-text' : 'pad-text is-empty'
  return (
    <>
      <td className={number} data-label="Net price ₹">
        {money(quoted?.netPrice, quoted?.priceUnit)}
        {quoted && <span className="source-badge">{sourceText(quoted.priceSource)}</span>}
      </td>
      <td className={text} data-label="Plant and stock">
        {!quoted ? (
          NONE
        ) : choosesPlant ? (
          <PlantChoice line={line} no={no} rulePlant={quoted.plant} />
        ) : (
          <span className="pad-plant" title={quoted.plant ?? undefined}>
            {quoted.plant ?? 'None'}
          </span>
        )}
        {quoted && <StockOf quoted={quoted} />}
      </td>
      <td className={text} data-label="Promised">
        {quoted?.promiseDate ? dayText(quoted.promiseDate) : NONE}
        {line.extras.schedules.length > 0 ? (
          <span className="quiet stock">{line.extras.schedules.length} deliveries</span>
        ) : (
          quoted?.laneRecord && (
            <Suspense fallback={null}>
              <LaneMark of={quoted.laneRecord} />
            </Suspense>
          )
        )}
      </td>
      <td className={number} data-label="Total ₹">
        {money(quoted?.grossValue)}
        {quoted?.gstRate !== undefined && (
          <span className="quiet stock">with {showNumber(quoted.gstRate, 2)} % GST</span>
        )}
      </td>
    </>
  )
}

/** The stock at the plant of a row, and that it is too little. */
function StockOf({ quoted: { stock, backOrder } }: { quoted: QuotedRow }) {
  const left = stock === null ? '' : quantityText(stock)
  if (!backOrder) return left !== '' && <span className="quiet stock">{left} available</span>
  return (
    <span className="back-order" title={left && `${left} available`}>
      <Icon name="alert" size={11} /> Back-order{left && <span className="quiet">, {left} left</span>}
    </span>
  )
}

/** The plant of a row, as the rules found it or as the customer service centre chose it. */
function PlantChoice({ line, no, rulePlant }: { line: PadLine; no: number; rulePlant: string | null }) {
  const { store } = usePad()
  const { data = [], isFetching } = useQuery({
    queryKey: [plant.path, 'active'],
    staleTime: 300_000,
    queryFn: () => listOf<Plant>(plant.path, { isActive: true, $sort: { code: 1 } }),
  })
  return (
    <Select
      className="wide"
      aria-label={`Plant of row ${no}`}
      allowClear
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={260}
      loading={isFetching}
      placeholder={rulePlant ?? 'None found'}
      options={data.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
      value={line.extras.plantId}
      onChange={(id: number | null | undefined) => store.changeExtras(line.key, { plantId: id ?? null })}
    />
  )
}
