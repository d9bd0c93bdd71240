import { momentText } from '../../derive/value-text.ts'
import { Icon } from '../../shell/menu/icons.tsx'

/** A decision due within so many office minutes is urgent. */
const URGENT_MINUTES = 4 * 60
/** Office minutes of a day, 09:00 to 18:00. */
const OFFICE_DAY_MINUTES = 9 * 60

/** Office time in the largest unit that says enough: `40 min`, `5 h`, `3 days` of nine hours. */
export function officeText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes < 2 * OFFICE_DAY_MINUTES) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / OFFICE_DAY_MINUTES)} days`
}

/**
 * When a decision is due, and how urgent it is in office time; shown in words and with an icon, not by colour alone.
 */
export function Due({
  dueAt,
  leftMinutes,
  escalatedTo,
  short = false,
}: {
  dueAt: string
  leftMinutes: number
  escalatedTo: string | null
  /** Says the day and time as a tooltip only, where the urgency is said. */
  short?: boolean
}) {
  const late = leftMinutes < 0 || (leftMinutes === 0 && Date.parse(dueAt) < Date.now())
  const soon = !late && leftMinutes <= URGENT_MINUTES
  return (
    <span className={late ? 'due is-late' : soon ? 'due is-soon' : 'due'} title={short ? momentText(dueAt) : undefined}>
      {!(short && (late || soon)) && momentText(dueAt)}
      {late && (
        <strong>
          <Icon name="alert" size={12} /> Overdue by {officeText(-leftMinutes)}
        </strong>
      )}
      {soon && (
        <strong>
          <Icon name="right" size={12} /> Due in {officeText(leftMinutes)}
        </strong>
      )}
      {escalatedTo && <span className="quiet">Escalated to {escalatedTo}</span>}
    </span>
  )
}
