import type { countTiles } from '../../../resources/home/commands.ts'
import { at, useAsk } from '../../derive/command/ask.ts'

/** How many rows wait for the person, in all and under each noun, read each minute; undefined while that is unknown. */
export function useWaiting() {
  const { data } = useAsk(at<typeof countTiles>('GET home'), {}, { refetchInterval: 60_000 })
  if (!data) return undefined
  const byNoun = new Map<string, number>()
  let all = 0
  for (const { noun, total } of data) {
    if (noun === null) continue
    byNoun.set(noun, (byNoun.get(noun) ?? 0) + total)
    all += total
  }
  return { all, byNoun }
}
