import { Button, Input, Modal } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { quantityText } from '../../../resources/define/show.ts'
import { readPasted } from '../../../resources/orders/pad/paste.ts'
import { unitText } from '../../../resources/orders/pad/units.ts'
import { isRefusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { sheetText } from '../order-api.ts'

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
  const clear = read.rows.filter(({ doubt }) => doubt === null).length

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
    <Modal
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
      <Input.TextArea
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
            {clear} of {read.rows.length} {read.rows.length === 1 ? 'row reads' : 'rows read'} recognised
          </strong>
        )}
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
                <th scope="col">To look at</th>
              </tr>
            </thead>
            <tbody>
              {read.rows.slice(0, SHOWN).map(({ row, code, cas, words, qty, unit, doubt }) => (
                <tr key={row}>
                  <td className="quiet">{row}</td>
                  <td>
                    <strong>{code ?? cas}</strong> {words.slice(0, 80)}
                  </td>
                  <td className="number">
                    {qty !== null && quantityText(qty)} {unit && unitText(unit)}
                  </td>
                  <td className="quiet">{doubt}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {read.rows.length > SHOWN && <p className="quiet">… and {read.rows.length - SHOWN} more rows</p>}
        </section>
      )}
    </Modal>
  )
}
