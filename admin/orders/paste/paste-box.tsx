import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useMemo, useRef, useState } from 'react'
import { quantityText } from '../../../resources/define/show.ts'
import { doubleRows, doubleText } from '../../../resources/orders/pad/double-rows.ts'
import { type PastedRow, readPasted } from '../../../resources/orders/pad/paste.ts'
import { unitText } from '../../../resources/orders/pad/units.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { isRefusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { useDebounced } from '../../shell/use-debounced.ts'
import { matchRows } from '../order-api.ts'
import { usePad } from '../pad/pad.ts'
import { readAs, reasonOf, soldAs } from './paste-rows.ts'
import { sheetText } from './sheet-text.ts'

/** The number of rows in the preview. */
const SHOWN = 100

/** The dialog to paste, type or upload a list; previews how it is read before it goes on the order. */
export function PasteBox({
  open,
  onPaste,
  onClose,
}: {
  open: boolean
  onPaste: (text: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [fileResult, setFileResult] = useState<{ problem: string; warnings: string[] }>({ problem: '', warnings: [] })
  const chosen = useRef<HTMLInputElement>(null)
  const taken = useRef('')
  const read = useMemo(() => readPasted(text), [text])
  const { matchedRows, waiting, notes } = useLookedUp(open, read.rows)
  const clear = notes.filter(({ review }) => review === '').length
  const doubles = notes.filter(({ double }) => double !== '').length

  async function take(file: File | undefined) {
    if (!file) return
    try {
      const { text, warnings } = await sheetText(file)
      setText(text)
      setFileResult({ problem: '', warnings })
    } catch (error) {
      setFileResult({ problem: isRefusal(error) ? error.message : 'The file could not be read.', warnings: [] })
    }
  }

  return (
    <Dialog
      open={open}
      title="Paste a list"
      okText={
        read.rows.length === 1
          ? 'Put 1 row on the order'
          : `Put ${read.rows.length || ''} rows on the order`.replace('  ', ' ')
      }
      width={720}
      onOk={() => {
        if (read.rows.length === 0) return setFileResult({ problem: 'Paste or type a list first.', warnings: [] })
        taken.current = text
        setText('')
        setFileResult({ problem: '', warnings: [] })
        onClose()
      }}
      onCancel={onClose}
      // Only after closing: a closing dialog returns the focus, and the pasted rows may take it.
      afterClose={() => {
        if (taken.current !== '') onPaste(taken.current)
        taken.current = ''
      }}
    >
      <label htmlFor="paste-text">Rows of a sheet, an e-mail or a message, with codes or names and quantities</label>
      <TextArea
        id="paste-text"
        autoFocus
        rows={8}
        value={text}
        placeholder={'LS-1001\t20\nAgarose LE 500 g - 3 nos\nToluene 2 drums'}
        onChange={event => setText(event.target.value)}
      />
      <p className="paste-file">
        <input
          ref={chosen}
          id="paste-file"
          type="file"
          accept=".xlsx,.csv"
          hidden
          aria-label="Sheet with the order"
          onChange={event => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button onClick={() => chosen.current?.click()}>
          <Icon name="upload" /> Take from a file
        </Button>
        <span className="quiet">XLSX or CSV, read by the same rules</span>
      </p>
      {fileResult.problem && (
        <p className="field-error" role="alert">
          {fileResult.problem}
        </p>
      )}
      {fileResult.warnings.map(warning => (
        <p key={warning} className="quiet">
          {warning}
        </p>
      ))}
      <p role="status">
        {read.rows.length > 0 && (
          <strong>
            {clear} of {read.rows.length} {read.rows.length === 1 ? 'row' : 'rows'} recognised
          </strong>
        )}
        {doubles > 0 && ` · ${doubles} double`}
        {waiting && read.rows.length > 0 && ' · looking up the products...'}
        {read.heading && ` · row ${read.heading.row} is the heading`}
        {read.heading && read.heading.unread.length > 0 && ` · not read: ${read.heading.unread.join(', ')}`}
      </p>
      {read.rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section className="paste-preview" tabIndex={0} aria-label="How the list reads">
          <table>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Product</th>
                <th scope="col">Quantity</th>
                <th scope="col">To review</th>
              </tr>
            </thead>
            <tbody>
              {read.rows.slice(0, SHOWN).map(({ row, code, cas, words, qty, unit }, index) => {
                const { product, review, double, how } = notes[index]!
                return (
                  <tr key={row}>
                    <td className="quiet">{row}</td>
                    <td>
                      <strong>{product?.code ?? code ?? cas}</strong> {(product?.name ?? words).slice(0, 80)}
                      {how && <span className="quiet"> {how}</span>}
                    </td>
                    <td className="number">
                      {qty !== null && quantityText(qty)} {unit && unitText(unit)}
                    </td>
                    <td>
                      {review && (
                        <span className="paste-review">
                          <Icon name="alert" size={11} /> {review}
                        </span>
                      )}
                      {double && (
                        <span className="paste-review">
                          <Icon name="alert" size={11} /> {double}
                        </span>
                      )}
                      {matchedRows && !review && !double && <Icon name="check" size={11} />}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          {read.rows.length > SHOWN && <p className="quiet">… and {read.rows.length - SHOWN} more rows</p>}
        </section>
      )}
    </Dialog>
  )
}

/**
 * What is known of each pasted row: its product as the customer may order it, why it needs review, and whether it is
 * double.
 */
function useLookedUp(open: boolean, rows: readonly PastedRow[]) {
  const { store, customerId } = usePad()
  const debouncedRows = useDebounced(rows, 300)
  const { data, isFetching } = useQuery({
    queryKey: ['pasted', customerId, debouncedRows.map(({ code, cas, words }) => [code, cas, words])],
    queryFn: () =>
      matchRows(
        customerId,
        debouncedRows.map(({ code, cas, words }) => ({ code, cas, words })),
      ),
    enabled: open && debouncedRows.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const waiting = isFetching || debouncedRows !== rows
  const matchedRows = !waiting && data?.length === rows.length ? data : undefined
  const onOrder = new Set(store.lines().flatMap(({ product }) => product?.id ?? []))
  const doubles = doubleRows(
    rows.map((_, index) => matchedRows?.[index]?.product?.id ?? null),
    onOrder,
  )
  const notes = rows.map((row, index) => {
    const match = matchedRows?.[index]
    const review = row.doubt ?? (match && reasonOf(row, match, soldAs(row, match))) ?? ''
    const double = doubleText(doubles[index]!, no => rows[no - 1]!.row)
    return { product: match?.product, review, double, how: match?.product ? readAs(row, match.by) : null }
  })
  return { matchedRows, waiting, notes }
}
