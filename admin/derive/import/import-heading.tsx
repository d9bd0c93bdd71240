import { Select } from 'antd'
import { useState } from 'react'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import type { SheetToMap } from '../../../resources/platform/imports/imports.ts'
import { isRefusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'
import { useImportStep } from './import-job.ts'

/** Which row of the file holds its headings, as proposed or as the person says; a change reads the file again. */
export function HeadingChoice({ job, sheet: { heading, top } }: { job: ImportAnswer; sheet: SheetToMap }) {
  const take = useImportStep(job.id)
  const [busy, setBusy] = useState(false)
  if (top.length < 2) return null
  const mayTakeTwo = top.some(({ rowNo }) => rowNo === heading.rowNo + 1)
  const isFirst = heading.rowNo === top[0]!.rowNo && heading.rows === 1

  async function choose(headingRow: number, headingRows: number) {
    setBusy(true)
    try {
      await take({ step: 'heading', headingRow, headingRows })
    } catch (error) {
      showFailure(isRefusal(error) ? error.message : 'Something went wrong.')
      setBusy(false)
    }
  }

  return (
    <div className="heading-choice">
      <label htmlFor="heading-row">Headings in row</label>
      <Select
        id="heading-row"
        disabled={busy}
        value={heading.rowNo}
        options={top.map(({ rowNo, cells }) => ({
          value: rowNo,
          label: `${rowNo}: ${cells.filter(Boolean).join(' · ').slice(0, 80)}`,
        }))}
        onChange={rowNo => void choose(rowNo, 1)}
      />
      {mayTakeTwo && (
        <label>
          <input
            type="checkbox"
            disabled={busy}
            checked={heading.rows === 2}
            onChange={({ target }) => void choose(heading.rowNo, target.checked ? 2 : 1)}
          />{' '}
          The headings take two rows
        </label>
      )}
      {!isFirst && heading.rowNo !== top[0]!.rowNo && (
        <span className="quiet">The rows above row {heading.rowNo} are left out.</span>
      )}
    </div>
  )
}
