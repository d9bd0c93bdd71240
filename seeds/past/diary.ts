import { setClock, today } from '../../api/platform/clock.ts'
import { addDays, daysBetween, instantOf, isSunday } from '../../resources/define/dates.ts'

type Act = () => Promise<unknown>

export type Diary = ReturnType<typeof openDiary>

/**
 * What happens on each day before today. What is written into it for today or later does not happen, as it lies in the
 * future of the demo company.
 */
export function openDiary() {
  const present = today()
  const pages = new Map<number, Act[]>()

  /** Writes something down for the day that lies `ago` days before today. */
  const ago = (days: number, act: Act) => void pages.set(days, [...(pages.get(days) ?? []), act])

  return {
    ago,
    /** Writes something down for a business day; what happens on a day may write more for it, and for later ones. */
    on: (day: string, act: Act) => ago(daysBetween(day, present), act),
    /** Lets everything happen, each day with its own clock, and what each leaves for its `end`. The clock is the real one again when it returns. */
    async play(end: () => Promise<void>) {
      try {
        for (let days = Math.max(...pages.keys()); days > 0; days--) {
          const acts = () => pages.get(days) ?? []
          for (let place = 0; place < acts().length; place++) {
            setClock(instantAt(addDays(present, -days), place))
            await acts()[place]!()
            await end()
          }
        }
      } finally {
        setClock(null)
      }
    },
  }
}

const MINUTES_A_DAY = 8 * 60

/** Some minutes after the one before, in working hours; what falls on a Sunday was done on Saturday afternoon. */
function instantAt(day: string, place: number): string {
  const minutes = 9 * 60 + 40 + Math.min(7 * place, MINUTES_A_DAY)
  const time = (late: number) => new Date((minutes + late) * 60_000).toISOString().slice(11, 16)
  return isSunday(day) ? instantOf(addDays(day, -1), time(6 * 60)) : instantOf(day, time(0))
}
