import { Button, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { plainDay, showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import type { ProposedBy, SaidWord, SheetToMap } from '../../../resources/platform/imports/imports.ts'
import { isRefusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'
import { RadioList } from '../form/radio-list.tsx'
import { HeadingChoice } from './import-heading.tsx'
import { useImportStep } from './import-job.ts'
import { rowsText } from './import-words.ts'
import { UnknownWords, unknownWords } from './unknown-words.tsx'

const reasons: Readonly<Record<Exclude<ProposedBy, 'SHAPE'>, string>> = {
  LEARNED: 'said of an earlier file',
  HEADING: 'known heading',
  WORDS: 'similar heading',
  VALUES: 'its values fit',
  BEFORE: 'as in your last file',
}

/**
 * The second step of an import: which column of the file is which field, as the headings suggest or the person
 * corrects.
 */
export function ImportColumns({ job, sheet }: { job: ImportAnswer; sheet: SheetToMap }) {
  const take = useImportStep(job.id)
  const [chosen, setChosen] = useState(sheet.proposed)
  const [leaveOutTotals, setLeaveOutTotals] = useState(job.leaveOutTotals !== false)
  const [leaveOutHidden, setLeaveOutHidden] = useState(job.leaveOutHidden !== false)
  const [dayOrder, setDayOrder] = useState(job.dayOrder)
  const [said, setSaid] = useState<readonly SaidWord[]>(sheet.said ?? [])
  const [busy, setBusy] = useState(false)
  const either = (sheet.eitherDays ?? []).find(({ column }) =>
    sheet.columns.some(({ key, isDay }) => isDay && key === chosen[column]),
  )
  const options = [
    ...sheet.columns,
    { key: 'action', heading: 'Action (UPSERT, END_DATE, DEACTIVATE)', required: false },
    { key: 'isActive', heading: 'Active (inactive rows are skipped)', required: false },
  ]
  const choices = [
    { value: '', label: 'Left out' },
    ...options.map(({ key, heading, required }) => ({ value: key, label: `${heading}${required ? ' *' : ''}` })),
  ]
  const missingColumns = sheet.columns.filter(({ key, required }) => required && !chosen.includes(key))
  const twice = options.filter(({ key }) => chosen.filter(one => one === key).length > 1)
  const leftOut = chosen.filter(key => key === null).length
  const hidden = sheet.hidden ?? { count: 0, named: [] }
  const rows = sheet.rows - (leaveOutTotals ? sheet.totals.count : 0) - (leaveOutHidden ? hidden.count : 0)
  const unknown = unknownWords(sheet, chosen)
  const whyAt = (index: number) => {
    if (chosen[index] === null) return ''
    const by = sheet.why?.[index]
    if (chosen[index] !== sheet.proposed[index] || !by) return 'your choice'
    return by === 'SHAPE' ? `as in files of ${sheet.shape}` : reasons[by]
  }
  const choose = (index: number, key: string) => setChosen(chosen.map((one, at) => (at === index ? key || null : one)))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (either && !dayOrder) return document.querySelector<HTMLInputElement>('input[name=dayOrder]')?.focus()
    setBusy(true)
    try {
      await take({
        step: 'check',
        mapping: chosen,
        leaveOutTotals: sheet.totals.count > 0 && leaveOutTotals,
        words: unknown.map(({ column, word }) => ({
          ...{ column, word },
          option: said.find(one => one.column === column && one.word === word)?.option ?? null,
        })),
        leaveOutHidden: hidden.count > 0 && leaveOutHidden,
        dayOrder: either ? dayOrder : null,
      })
    } catch (error) {
      showFailure(isRefusal(error) ? error.message : 'Something went wrong.')
      setBusy(false)
    }
  }

  return (
    <form aria-labelledby="import-columns" onSubmit={submit}>
      <h2 id="import-columns" className="for-readers">
        Columns
      </h2>
      <p className="import-outcome">
        We read {rowsText(rows)}
        {missingColumns.length === 0 && ', and found every column that is needed'}.{' '}
        {leftOut > 0 && `${showNumber(leftOut)} ${leftOut === 1 ? 'column is' : 'columns are'} left out.`}
      </p>
      <HeadingChoice job={job} sheet={sheet} />
      {sheet.totals.count > 0 && (
        <label className="import-totals">
          <input
            type="checkbox"
            checked={leaveOutTotals}
            onChange={({ target }) => setLeaveOutTotals(target.checked)}
          />{' '}
          Leave out {sheet.totals.count === 1 ? 'the total' : `${showNumber(sheet.totals.count)} totals`}:{' '}
          {sheet.totals.named.map(({ rowNo, text }) => `row ${rowNo} (${text})`).join(', ')}
          {sheet.totals.count > sheet.totals.named.length && ' and more'}
        </label>
      )}
      {hidden.count > 0 && (
        <label className="import-totals">
          <input
            type="checkbox"
            checked={leaveOutHidden}
            onChange={({ target }) => setLeaveOutHidden(target.checked)}
          />{' '}
          Leave out {hidden.count === 1 ? 'the hidden row' : `${showNumber(hidden.count)} hidden rows:`}{' '}
          {hidden.named.join(', ')}
          {hidden.count > hidden.named.length && ' and more'}
        </label>
      )}
      {either && (
        <RadioList<'DMY' | 'MDY'>
          name="dayOrder"
          legend={`${either.text} under ${sheet.headings[either.column]} can be two days. In this file it is`}
          value={dayOrder ?? undefined}
          options={[
            ['DMY', `${plainDay(either.days[0]!, '')}: the day comes first`],
            ['MDY', `${plainDay(either.days[1]!, '')}: the month comes first`],
          ]}
          onChange={setDayOrder}
        />
      )}
      <div className="import-blocked" role="status">
        {either && !dayOrder && <p>Choose which day {either.text} is: the whole file is read like that.</p>}
        {twice.map(({ key, heading }) => (
          <p key={key}>
            <strong>{heading}</strong> matches more than one column: choose one.
          </p>
        ))}
        {missingColumns.length > 0 && (
          <p>Missing in the file, required for new rows: {missingColumns.map(({ heading }) => heading).join(', ')}.</p>
        )}
      </div>
      <UnknownWords words={unknown} said={said} onSaid={setSaid} />
      <div className="table-scroll">
        <table className="plain-table is-stacked column-map">
          <thead>
            <tr>
              <th scope="col">In the file</th>
              <th scope="col">For example</th>
              <th scope="col">Becomes</th>
              <th scope="col">Because</th>
            </tr>
          </thead>
          <tbody>
            {sheet.headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column of the file is its place
              <tr key={index} className={chosen[index] === null ? 'is-out' : undefined}>
                <th scope="row">{heading || <span className="quiet">(no heading)</span>}</th>
                <td>{sheet.samples[index]?.filter(Boolean).join(' · ')}</td>
                <td>
                  <Select
                    aria-label={`Column for ${heading || `column ${index + 1}`}`}
                    showSearch
                    optionFilterProp="label"
                    value={chosen[index] ?? ''}
                    options={choices}
                    onChange={key => choose(index, key)}
                  />
                </td>
                <td className="quiet">{whyAt(index)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="import-bar">
        <p className="import-buttons">
          <Button type="primary" htmlType="submit" loading={busy}>
            Check {rowsText(rows)}
          </Button>
          <Button disabled={busy} onClick={() => void take({ step: 'cancel' })}>
            Cancel the import
          </Button>
          <span className="import-unsaved quiet">Nothing is saved yet</span>
        </p>
      </div>
    </form>
  )
}
