import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { type ReactNode, type SyntheticEvent, useRef } from 'react'
import { dayOf, FOREVER, instantOf, timeOf } from '../../../resources/define/dates.ts'
import { readDay, readInstant } from '../../../resources/define/sheet/sheet-day.ts'
import type { Reading } from '../../../resources/define/sheet/sheet-reading.ts'
import type { Control } from './control.ts'

dayjs.extend(customParseFormat)

const DAY = 'YYYY-MM-DD'
const typed = ['DD-MM-YYYY', 'D-M-YYYY', 'DD/MM/YYYY', 'D/M/YYYY', 'DDMMYYYY', DAY]
/** The boxes show the day first, so 03/04/2027 means 3 April in them. */
const SHOWN = { days: { '/': 'DMY' } } as const

type DayBox = Control & {
  value: string | null
  onChange: (day: string | null) => void
  onBlur?: (() => void) | undefined
  /** An empty day means no end: shown as «open», stored as 9999-12-31. */
  open?: boolean
  placeholder?: string
  autoFocus?: boolean
}

/** Takes what is pasted, or was typed when the box is left, in every form in which a file may write it. */
function AsInFiles({
  read,
  onRead,
  children,
}: {
  read: (text: string) => Reading
  onRead: (value: string) => void
  children: ReactNode
}) {
  function take(text: string, event?: SyntheticEvent) {
    const reading = read(text)
    if (!('value' in reading)) return
    event?.preventDefault()
    onRead(reading.value as string)
  }
  return (
    <span
      style={{ display: 'contents' }}
      onPaste={event => take(event.clipboardData.getData('text/plain'), event)}
      onBlurCapture={({ target }) => take((target as HTMLInputElement).value)}
      onKeyDownCapture={({ key, target }) => key === 'Enter' && take((target as HTMLInputElement).value)}
    >
      {children}
    </span>
  )
}

/** A business day: stored as `2026-04-01`, shown and typed as `01-04-2026`. */
export default function DayInput({ value, onChange, open, placeholder, ...control }: DayBox) {
  const shown = open && value === FOREVER ? null : value
  const isChoosing = useRef(false)
  return (
    <AsInFiles read={text => readDay(text, SHOWN)} onRead={day => day !== value && onChange(day)}>
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
    </AsInFiles>
  )
}

/** An instant in Indian time: stored as UTC text, shown and typed as `01-04-2026 11:00`. */
export function MomentInput({ value, onChange, ...control }: Omit<DayBox, 'open'>) {
  return (
    <AsInFiles
      read={text => readInstant(text, SHOWN)}
      onRead={at => at.slice(0, 16) !== value?.slice(0, 16) && onChange(at)}
    >
      <DatePicker
        {...control}
        className="day-input"
        showTime={{ format: 'HH:mm' }}
        format="DD-MM-YYYY HH:mm"
        placeholder="DD-MM-YYYY HH:MM"
        value={value ? dayjs(`${dayOf(value)}T${timeOf(value)}`) : null}
        onChange={at => onChange(at ? instantOf(at.format(DAY), at.format('HH:mm')) : null)}
      />
    </AsInFiles>
  )
}
