import { useDelete, useUpdate } from '@refinedev/core'
import { App } from 'antd'
import type { Resource } from '../../resources/define/resource.ts'
import { isRefusal, type Refusal } from '../shell/api.ts'
import { done, failed } from '../shell/notices.ts'
import { type Use, Uses } from './uses.tsx'
import { type ApiRow, rowText } from './value-text.ts'

/** Takes a row out of use, after asking, and back into use. A row that others still need says which. */
export function useActivation(resource: Resource) {
  const { modal } = App.useApp()
  const { mutateAsync: remove } = useDelete<ApiRow, Refusal>()
  const { mutateAsync: update } = useUpdate<ApiRow, Refusal>()
  const quiet = { successNotification: false, errorNotification: false } as const

  function explain(error: unknown, row: ApiRow) {
    if (!isRefusal(error)) throw error
    if (error.code !== 'IN_USE') return failed(error.message, error.requestId && `Reference: ${error.requestId}`)
    const uses = (error.data.uses ?? []) as Use[]
    modal.error({
      title: `${resource.title} «${rowText(resource, row)}» is still used`,
      content: <Uses row={row} uses={uses} />,
      okText: 'Close',
    })
  }

  function deactivate(row: ApiRow) {
    const name = rowText(resource, row)
    modal.confirm({
      title: `Deactivate ${resource.title} «${name}»?`,
      content: 'It stays in the history and can be reactivated. New orders and rows can no longer choose it.',
      okText: 'Deactivate',
      okButtonProps: { danger: true },
      cancelText: 'Keep',
      onOk: async () => {
        try {
          await remove({ resource: resource.path, id: row.id, ...quiet })
          done(`${resource.title} «${name}» is inactive now.`)
        } catch (error) {
          explain(error, row)
        }
      },
    })
  }

  async function reactivate(row: ApiRow) {
    const values = { isActive: true, rowVersion: row.rowVersion }
    try {
      await update({ resource: resource.path, id: row.id, values, ...quiet })
      done(`${resource.title} «${rowText(resource, row)}» is active again.`)
    } catch (error) {
      explain(error, row)
    }
  }

  return { deactivate, reactivate }
}
