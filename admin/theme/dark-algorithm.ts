import type { MappingAlgorithm } from 'antd'

let loaded: MappingAlgorithm | undefined

/** How antd works out its dark colours; loaded only where somebody uses them. */
export function darkAlgorithm(): MappingAlgorithm {
  if (!loaded) throw new Error('The dark mode is drawn before it was loaded')
  return loaded
}

export async function loadDarkAlgorithm(): Promise<void> {
  loaded ??= (await import('antd/es/theme/themes/dark')).default
}
