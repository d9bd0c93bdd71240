import { useInvalidate } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { ruleGap } from '../../resources/orders/rule-gap.ts'
import type { showGapCheck } from '../../resources/orders/what-if/commands.ts'
import { useMay } from '../account/person.ts'
import { at, keyOf, useAsk } from '../derive/command/ask.ts'
import ListPage from '../derive/list/list-page.tsx'
import ShowPage from '../derive/show/show-page.tsx'
import { momentText } from '../derive/value-text.ts'
import { api, type Refusal } from '../shell/api.ts'
import NotFound from '../shell/not-found.tsx'
import { showFailure, showSuccess } from '../shell/notices/notices.ts'

/**
 * Page of the gaps in the rules, where an order would find no approver, price or plant: found every night, or on
 * request.
 */
export default function RuleGaps() {
  const { id } = useParams()
  if (id === undefined) return <ListPage resource={ruleGap} more={<CheckNow />} />
  return /^[1-9]\d{0,9}$/.test(id) ? <ShowPage resource={ruleGap} id={Number(id)} /> : <NotFound />
}

const checks = at<typeof showGapCheck>('GET hole-checks')
type Checked = { found: number; more: boolean }

function CheckNow() {
  const may = useMay()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const { data } = useAsk(checks, {})
  const checking = useMutation<Checked, Refusal>({
    mutationFn: async () => (await api.post<Checked>('/hole-checks', {})).data,
    onSuccess: async ({ found: missingRules, more }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keyOf(checks) }),
        invalidate({ resource: ruleGap.path, invalidates: ['list'] }),
      ])
      const left = more ? ' There are more: fix these, then check again.' : ''
      showSuccess(
        missingRules === 0
          ? 'No missing rules found.'
          : `${missingRules} ${missingRules === 1 ? 'missing rule' : 'missing rules'} found.${left}`,
      )
    },
    onError: ({ message }) => showFailure('The masters were not checked.', message),
  })
  const when = data?.checkedAt ? `Last checked ${momentText(data.checkedAt)}` : 'Not checked yet'
  return (
    <>
      <span className="quiet">{when}</span>
      <Link to="/orders/holes/coverage">Coverage map</Link>
      {may('approve', ruleGap.path) && (
        <Button loading={checking.isPending} onClick={() => checking.mutate()}>
          Check now
        </Button>
      )}
    </>
  )
}
