import { useInvalidate } from '@refinedev/core'
import { App, Button } from 'antd'
import type { Resource } from '../../resources/define/resource.ts'
import { api, isRefusal } from '../shell/api.ts'
import { done, failed } from '../shell/notices.ts'
import { useMay } from '../shell/person.ts'
import { type ApiRow, rowText } from './value-text.ts'

/** Confirms a row that counts only once a second person has looked at it (§I.2, note 2); nothing for other rows. */
export function ConfirmButton({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const invalidate = useInvalidate()
  const { modal } = App.useApp()
  if (row.confirmStatus !== 'PENDING' || row.isActive === false || !may('update', resource.path)) return null

  async function confirm() {
    try {
      await api.post('/confirmations', { resource: resource.path, id: row.id, rowVersion: row.rowVersion })
      done(`${resource.title} «${rowText(resource, row)}» is confirmed and counts from now on.`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      failed(error.message)
    }
    await invalidate({ resource: resource.path, id: row.id, invalidates: ['detail', 'list'] })
  }

  const ask = () =>
    modal.confirm({
      title: `Confirm ${resource.title} «${rowText(resource, row)}»?`,
      content: 'From then on approvals are routed by it. Another person than you must have written it.',
      okText: 'Confirm',
      cancelText: 'Not yet',
      onOk: confirm,
    })
  return <Button onClick={ask}>Confirm</Button>
}
