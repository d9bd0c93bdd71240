import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ruleGap } from '../../../resources/orders/rule-gap.ts'
import type { GapFix } from '../../../resources/orders/what-if/fix-rule-gap.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { FixLinks } from './fix-links.tsx'

/** Query parameter of a gap's page after saving the row that closes it, so that the gap is checked again. */
const CHECK_AGAIN = 'again'

/** How a rule gap is closed, and whether it still exists. */
export default function RuleGapPanel({ row }: { row: ApiRow }) {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const looking = useMutation<{ closed: boolean }, Refusal>({
    mutationFn: async () => (await api.post<{ closed: boolean }>('/hole-checks', { id: row.id })).data,
    onSuccess: async ({ closed }) => {
      await invalidate({ resource: ruleGap.path, invalidates: closed ? ['list'] : ['list', 'detail'] })
      if (!closed) return
      showSuccess('The missing rule is added.')
      await navigate('/orders/holes', { replace: true })
    },
  })
  const checkAgain = query.has(CHECK_AGAIN)
  const check = useRef(looking.mutate)
  check.current = looking.mutate
  useEffect(() => {
    if (!checkAgain) return
    setQuery(new URLSearchParams(), { replace: true })
    check.current()
  }, [checkAgain, setQuery])
  return (
    <section className="panel" aria-labelledby="close-hole">
      <h2 id="close-hole">Add rule</h2>
      <div role="status">
        {looking.data?.closed === false && (
          <p className="notice-box is-warning">
            The rule is still missing. The saved row may be unconfirmed, start later, or not cover all cases.
          </p>
        )}
        {looking.error && <p className="field-error">{looking.error.message}</p>}
      </div>
      <FixLinks fixes={(row.mends ?? []) as GapFix[]} back={`/orders/holes/show/${row.id}?${CHECK_AGAIN}=1`}>
        <Button loading={looking.isPending} onClick={() => looking.mutate()}>
          Check again
        </Button>
      </FixLinks>
    </section>
  )
}
