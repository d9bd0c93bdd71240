import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useRef } from 'react'
import { dayOf, FOREVER, instantOf, timeOf } from '../../../resources/define/dates.ts'
import type { Control } from './control.ts'

dayjs.extend(customParseFormat)

const DAY = 'YYYY-MM-DD'
const typed = ['DD-MM-YYYY', 'D-M-YYYY', 'DD/MM/YYYY', 'D/M/YYYY', 'DDMMYYYY', DAY]

type DayBox = Control & {
  value: string | null
  onChange: (day: string | null) => void
  onBlur?: (() => void) | undefined
  /** An empty day means no end: shown as «open», stored as 9999-12-31. */
  open?: boolean
  placeholder?: string
  autoFocus?: boolean
}

/** A business day: stored as `2026-04-01`, shown and typed as `01-04-2026`. */
export default function DayInput({ value, onChange, open, placeholder, ...control }: DayBox) {
  const shown = open && value === FOREVER ? null : value
  const isChoosing = useRef(false)
  return (
    <DatePicker
      {...control}
      onOpenChange={chooses => {
        isChoosing.current = chooses
      }}
      // While the calendar is open Enter takes the day, and does not send the form.
      onKeyDown={event => {
        if (event.key === 'Enter' && isChoosing.current) event.preventDefault()
      }}
      className="day-input"
      format={typed}
      placeholder={placeholder ?? (open ? 'no end' : 'DD-MM-YYYY')}
      value={shown ? dayjs(shown, DAY) : null}
      onChange={day => onChange(day?.format(DAY) ?? (open ? FOREVER : null))}
    />
  )
}

/** An instant in Indian time: stored as UTC text, shown and typed as `01-04-2026 11:00`. */
export function MomentInput({ value, onChange, ...control }: Omit<DayBox, 'open'>) {
  return (
    <DatePicker
      {...control}
      className="day-input"
      showTime={{ format: 'HH:mm' }}
      format="DD-MM-YYYY HH:mm"
      placeholder="DD-MM-YYYY HH:MM"
      value={value ? dayjs(`${dayOf(value)}T${timeOf(value)}`) : null}
      onChange={at => onChange(at ? instantOf(at.format(DAY), at.format('HH:mm')) : null)}
    />
  )
}
