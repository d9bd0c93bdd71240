import { dayText, quantityText, showNumber } from '../../../resources/define/show.ts'
import { Icon } from '../../shell/icons.tsx'
import { sourceText } from '../order-words.ts'
import { usePad } from '../pad/pad.ts'
import type { PadLine, QuotedRow } from './line-store.ts'
import { PlantChoice } from './plant-choice.tsx'

const NONE = <span className="quiet">–</span>

/** The rules' results for a row: net price, plant with its stock, promise and total. */
export function DecidedCells({ line, no, quoted }: { line: PadLine; no: number; quoted: QuotedRow | undefined }) {
  const { choosesPlant } = usePad()
  const money = (paise: number | undefined) =>
    paise === undefined || quoted?.priceSource === null ? NONE : showNumber(paise, 2)
  const number = quoted ? 'pad-number' : 'pad-number is-empty'
  const text = quoted ? 'pad-text' : 'pad-text is-empty'
  return (
    <>
      <td className={number} data-label="Net price ₹">
        {money(quoted?.netPrice)}
        {quoted && <span className="source-badge">{sourceText(quoted.priceSource)}</span>}
      </td>
      <td className={text} data-label="Plant and stock">
        {!quoted ? (
          NONE
        ) : choosesPlant ? (
          <PlantChoice line={line} no={no} found={quoted.plant} />
        ) : (
          (quoted.plant ?? 'None')
        )}
        {quoted && quoted.stock !== null && <span className="quiet stock">{quantityText(quoted.stock)} in stock</span>}
        {quoted?.backOrder && (
          <span className="back-order">
            <Icon name="alert" size={11} /> Back-order
          </span>
        )}
      </td>
      <td className={text} data-label="Promised">
        {quoted?.promiseDate ? dayText(quoted.promiseDate) : NONE}
        {line.extras.schedules.length > 0 && (
          <span className="quiet stock">{line.extras.schedules.length} deliveries</span>
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
