import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isConfirmed } from '../../../resources/define/confirmation.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { startRound } from '../../../resources/platform/commands/imports.ts'
import { useMay } from '../../account/person.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { ask, at } from '../command/ask.ts'
import type { AskedChange } from './use-bulk.ts'

const starting = at<typeof startRound>('POST import-rounds')

/** Whether the person may change rows as a round, whose preview has a page of its own. */
export function useMayRound(resource: Resource): boolean {
  const may = useMay()
  return may('import', resource.path) && may('update', resource.path) && !isConfirmed(resource)
}

/** Begins a change of very many rows, whose preview has a page of its own. */
export function useRound(resource: Resource, filters: Record<string, unknown> | undefined) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  async function start({ change, formula, from }: AskedChange, why: string) {
    setBusy(true)
    setRefusal(undefined)
    try {
      const set = Object.keys(change).length > 0 ? change : null
      const asked = { resource: resource.path, filters: filters ?? {}, change: set, formula: formula ?? null, from }
      const job = await ask(starting, { ...asked, why: why.trim() || null })
      void navigate(`/${resource.path}/import?job=${job.id}`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal(error)
      setBusy(false)
    }
  }

  return { busy, refusal, start }
}
