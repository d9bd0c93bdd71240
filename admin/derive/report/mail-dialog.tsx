import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, Radio, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import type * as commands from '../../../resources/mis/commands/reports-by-mail.ts'
import type { Frequency } from '../../../resources/mis/report-schedule.ts'
import { usePerson } from '../../account/person.ts'
import { isRefusal } from '../../shell/api.ts'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'
import { Dialog } from '../action/dialog.tsx'
import { ask, at, keyOf, useAsk } from '../command/ask.ts'
import { useCommand } from '../command/use-command.ts'
import type { ListState } from '../list/list-state.ts'
import { savedQueryOf } from '../list/view-address.ts'
import { Restatements } from './restatements.tsx'
import './report.css'

const schedules = at<typeof commands.listSchedules>('GET my-report-schedules')
const adding = at<typeof commands.addSchedule>('POST my-report-schedules')
const ending = at<typeof commands.endSchedule>('DELETE my-report-schedules/{id}')
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const DAYS_OF_MONTH = Array.from({ length: 28 }, (_, at) => ({ value: at + 1, label: String(at + 1) }))

/** Has a report mailed with its present filters; shows what is mailed already, and what its figures became since. */
export default function MailDialog(dialog: { report: Resource; state: ListState; onClose: () => void }) {
  const { report, state, onClose } = dialog
  const client = useQueryClient()
  const { data = [] } = useAsk(schedules, {}, { shows: ['report-schedules'] })
  const own = data.filter(one => one.report === report.path)
  async function end({ id, name }: commands.MyReportSchedule) {
    try {
      await ask(ending, { id })
      showSuccess(`“${name}” is no longer mailed.`)
    } catch (error) {
      showFailure(`“${name}” is still mailed`, isRefusal(error) ? error.message : undefined)
    }
    await client.invalidateQueries({ queryKey: keyOf(schedules) })
  }
  return (
    <Dialog open title={`Mail ${report.title}`} footer={null} onCancel={onClose} width={560}>
      <AddSchedule report={report} query={savedQueryOf({ ...state, page: 1 })} />
      {own.length > 0 && (
        <section aria-label="Mailed by you">
          <h2 className="report-dialog-head">Mailed by you</h2>
          <ul className="report-schedules">
            {own.map(schedule => (
              <li key={schedule.id}>
                <span>
                  <strong>{schedule.name}</strong> {whenText(schedule)}
                  {schedule.readers.length > 0 && `, also to ${schedule.readers.join(', ')}`}
                  <br />
                  <span className="quiet">
                    {schedule.nextOn ? `Next on ${dayText(schedule.nextOn)}` : `Ended: ${schedule.endedWhy}`}
                  </span>
                </span>
                {schedule.nextOn && (
                  <Button size="small" onClick={() => void end(schedule)}>
                    Stop
                    <span className="for-readers"> mailing {schedule.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Restatements report={report} />
        </section>
      )}
    </Dialog>
  )
}

function whenText({ frequency, dayNo }: commands.MyReportSchedule): string {
  if (frequency === 'DAILY') return 'every day'
  return frequency === 'WEEKLY' ? `every ${WEEKDAYS[(dayNo ?? 1) - 1]}` : `on day ${dayNo} of each month`
}

function AddSchedule({ report, query }: { report: Resource; query: string }) {
  const id = useId()
  const { user } = usePerson()
  const [name, setName] = useState('')
  const [frequency, setFrequency] = useState<Frequency>('WEEKLY')
  const [dayNo, setDayNo] = useState(1)
  const [readers, setReaders] = useState<string[]>([])
  const { send, busy, faults } = useCommand(adding, {
    onDone: made => {
      showSuccess(`“${made.name}” is mailed from ${dayText(made.nextOn!)} on.`)
      setName('')
    },
  })
  const problem = faults.map(({ message }) => message).join('. ')
  function add(event: FormEvent) {
    event.preventDefault()
    send({ report: report.path, name, query, frequency, dayNo: frequency === 'DAILY' ? null : dayNo, readers })
  }
  return (
    <form className="view-form" onSubmit={add} noValidate>
      <p className="quiet">
        The mail holds a link to the report with its present filters. Dates such as “this month” are relative. Each
        reader sees only the rows they may read.
      </p>
      <label htmlFor={`${id} name`}>Name</label>
      <Input id={`${id} name`} maxLength={60} value={name} onChange={event => setName(event.target.value)} />
      <fieldset>
        <legend>How often</legend>
        <Radio.Group
          value={frequency}
          onChange={event => {
            setFrequency(event.target.value)
            setDayNo(1)
          }}
        >
          <Radio value="DAILY">Daily</Radio>
          <Radio value="WEEKLY">Weekly</Radio>
          <Radio value="MONTHLY">Monthly</Radio>
        </Radio.Group>
        {frequency !== 'DAILY' && (
          <Select
            aria-label={frequency === 'WEEKLY' ? 'Day of the week' : 'Day of the month'}
            className="wide"
            value={dayNo}
            onChange={setDayNo}
            options={frequency === 'WEEKLY' ? WEEKDAYS.map((label, at) => ({ value: at + 1, label })) : DAYS_OF_MONTH}
          />
        )}
      </fieldset>
      {user.userType === 'EMPLOYEE' && (
        <>
          <label htmlFor={`${id} readers`}>Also to</label>
          <Select
            id={`${id} readers`}
            className="wide"
            mode="tags"
            open={false}
            tokenSeparators={[',', ' ']}
            suffixIcon={null}
            placeholder="Login IDs of colleagues"
            value={readers}
            onChange={setReaders}
          />
        </>
      )}
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      <div className="filter-buttons">
        <Button type="primary" htmlType="submit" loading={busy}>
          Mail it
        </Button>
      </div>
    </form>
  )
}
