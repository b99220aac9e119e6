import { create } from 'zustand'

/** `asked`: the member whose purchase was refused until they acknowledge the reality check. */
export const useReality = create<{ asked: string | undefined }>()(() => ({ asked: undefined }))
