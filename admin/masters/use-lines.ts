import { useInvalidate } from '@refinedev/core'
import { useState } from 'react'
import type { Fault } from '../../resources/define/validate.ts'
import type { MasterWithLines } from '../../resources/masters/master-with-lines.ts'
import { products } from '../../resources/masters/products.ts'
import { sameValue } from '../derive/form/form-fields.ts'
import { useUnsavedGuard } from '../derive/form/unsaved.ts'
import { type ApiRow, rowText } from '../derive/value-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { showFailure, showSuccess } from '../shell/notices/notices.ts'
import { rowsOf } from '../shell/rows.ts'
import {
  emptyLine,
  filledLine,
  isEmptyLine,
  type LineRow,
  lineBodies,
  lineFaults,
  lineRowsFrom,
  withLineNumber,
} from './line-rows.ts'
import { readPastedLines } from './pasted-lines.ts'

/** The lines of a header being edited: changed, pasted and saved all at once. */
export function useLines(of: MasterWithLines, header: ApiRow, onDone: () => void) {
  // What others change meanwhile is refused when it is saved, and takes nothing that is typed.
  const [begun] = useState(header)
  const start = lineRowsFrom(of, (begun.lines ?? []) as ApiRow[])
  const [rows, setRows] = useState<LineRow[]>(() => [...start, emptyLine()])
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [left, setLeft] = useState<string[]>([])
  const [saving, setSaving] = useState(false)
  const invalidate = useInvalidate()
  const filled = rows.filter(row => !isEmptyLine(row))
  const dirty = !sameValue(lineBodies(filled), lineBodies(start)) || left.length > 0
  const release = useUnsavedGuard(() => dirty)

  function refuse(wrong: Fault[]) {
    setFaults(wrong)
    setAttempt(old => old + 1)
  }

  function set(key: string, name: string, value: unknown, text?: string) {
    setFaults([])
    setRows(old => {
      const next = old.map(row =>
        row.key === key ? { ...row, values: { ...row.values, [name]: value }, text: text ?? row.text } : row,
      )
      return isEmptyLine(next.at(-1)!) ? next : [...next, emptyLine()]
    })
  }

  const remove = (key: string) => {
    setFaults([])
    setRows(old => old.filter(row => row.key !== key || row === old.at(-1)))
  }

  /** Appends pasted spreadsheet rows; reports codes that are no product, and drops no row. */
  async function paste(text: string) {
    const pasted = readPastedLines(text, of.lines, of.enteredFields)
    try {
      const productsByCode = await productsOf(pasted.map(({ code }) => code))
      const taken = pasted.flatMap(({ code, values }) => {
        const product = productsByCode.get(code)
        return product ? [filledLine({ productId: product.id, ...values }, rowText(products, product))] : []
      })
      const unknown = pasted.filter(({ code }) => !productsByCode.has(code))
      setRows(old => [...old.filter(row => !isEmptyLine(row)), ...taken, emptyLine()])
      setLeft(unknown.map(({ row, code }) => `Row ${row}: ${code || 'no code'} is not a product`))
    } catch (error) {
      showFailure('The rows were not added: paste them again.', isRefusal(error) ? error.message : undefined)
    }
  }

  async function save() {
    if (saving) return
    const wrong = lineFaults(of, filled)
    setRows([...filled, emptyLine()])
    if (wrong.length > 0) return refuse(wrong)
    setSaving(true)
    try {
      const body = { rowVersion: begun.rowVersion, lines: lineBodies(filled) }
      await api.patch(`/${of.header.path}/${header.id}`, body)
      release()
      showSuccess(`${filled.length === 1 ? 'One line is' : `${filled.length} lines are`} saved.`)
      await invalidate({ resource: of.header.path, id: header.id, invalidates: ['detail', 'list'] })
      onDone()
    } catch (error) {
      if (!isRefusal(error)) throw error
      const stale = 'Another person changed this row: note your entries, reload the page and enter them again'
      refuse(
        error.code === 'STALE_ROW'
          ? [{ field: '', code: error.code, message: stale }]
          : error.faults.length > 0
            ? error.faults.map(withLineNumber)
            : [{ field: '', code: error.code, message: error.message }],
      )
    } finally {
      setSaving(false)
    }
  }

  return { rows, faults, attempt, left, saving, dirty, set, remove, paste, save, forget: () => setLeft([]) }
}

async function productsOf(codes: readonly string[]): Promise<Map<string, ApiRow & { code: string }>> {
  const where = { isActive: true }
  const found = await rowsOf(products).whose<'code', ApiRow & { code: string }>('code', codes.filter(Boolean), {
    where,
  })
  return new Map(found.map(row => [row.code, row]))
}
