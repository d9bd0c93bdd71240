import { App } from 'antd'
import { useRef } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { Drawer } from '../../shell/drawer.tsx'
import { InPlace } from '../in-place.ts'
import { useNarrow } from '../use-narrow.ts'
import type { ApiRow } from '../value-text.ts'
import { RowForm } from './row-form.tsx'

/**
 * Creates a row of another resource beside the form that needs it. It starts with the typed text and the values that
 * the choice requires.
 */
export default function CreateInPlace(place: {
  target: Resource
  typed: string
  where: Record<string, unknown>
  onMade: (row: ApiRow) => void
  onClose: () => void
}) {
  const { target, typed, where } = place
  const narrow = useNarrow()
  const { modal } = App.useApp()
  const isDirty = useRef<() => boolean>(() => false)
  const first = target.display.find(name => {
    const { kind, server } = target.fields[name]!
    return kind === 'text' && !server
  })
  const start = withDefaults(target, { ...(first && typed ? { [first]: typed } : {}), ...where })

  function close() {
    if (!isDirty.current()) return place.onClose()
    modal.confirm({
      title: 'Close without saving?',
      content: 'Your entries here are not saved and will be lost. The form behind is not affected.',
      okText: 'Close without saving',
      okButtonProps: { danger: true },
      cancelText: 'Stay',
      onOk: place.onClose,
    })
  }

  return (
    <Drawer open title={`New ${target.one}`} width={narrow ? '100%' : 520} onClose={close}>
      <InPlace value={undefined}>
        <RowForm
          resource={target}
          start={start}
          onSaved={place.onMade}
          onCancel={close}
          watch={ask => {
            isDirty.current = ask
          }}
        />
      </InPlace>
    </Drawer>
  )
}
