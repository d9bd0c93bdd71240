import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../../resources/define/resource.ts'
import type { HistoryEntry, showHistory } from '../../../resources/platform/commands/history.ts'
import type { Refusal } from '../../shell/api.ts'
import { ask, at, keyOf } from '../command/ask.ts'

const history = at<typeof showHistory>('GET history')

/** The changes of a row, newest first; fetched again for another version of it. */
export const useHistory = (resource: Resource, id: number, rowVersion: number) =>
  useQuery<readonly HistoryEntry[], Refusal>({
    queryKey: keyOf(history, resource.path, id, rowVersion),
    // Those of the version before stand until the new ones are there.
    placeholderData: (before, asked) => (asked?.queryKey.at(-2) === id ? before : undefined),
    queryFn: async ({ signal }) => (await ask(history, { resource: resource.path, rowId: id }, {}, signal)).data,
  })
