import { type RepoPath, repoPath } from "@llmch/contract";
import { type ProjectFolder, placeIn, type Tree } from "./place.ts";
import type { LanguageProfile, Recognition } from "./profile.ts";

/** One of a place's kinds. */
export interface Kind {
  readonly profile: LanguageProfile;
  readonly recognition: Recognition;
}

/** A folder with its own verification commands, and its kinds. */
export interface Project {
  readonly place: ProjectFolder;
  readonly kinds: readonly Kind[];
}

/** The most folders below the root that count as separate projects. */
export const MOST_FOLDERS = 20;
/** How many levels down a folder is verified, and how many it is at least told of. */
export const DEPTHS = [2, 5] as const;
const [VERIFIED, SEEN] = DEPTHS;
/** Folders that are not part of the product, such as examples and third-party code. */
const NO_PROJECTS =
  /^(?:\..*|node_modules|venv|vendor|third_party|external|deps|dist|build|out|target|examples?|samples?|demos?|docs?|tests?(?:[-_].*)?|fixtures|testdata|spec|templates?|fuzz(?:ing)?|bench(?:es|marks?)?)$/i;

/**
 * The projects of a tree that are verified. If a manifest makes the root a project, it is the only one. Otherwise a Makefile's test target at the root
 * decides. Otherwise each folder with a manifest, up to two levels down, is a project, and the names of the other files may add another.
 */
export const projectsOf = (tree: Tree, profiles: readonly LanguageProfile[]): readonly Project[] => {
  const root = placeIn(tree, null);
  const kinds = kindsOf(root, profiles);
  for (const by of ["manifest", "makefile"] as const) {
    const decisive = kinds.filter((kind) => kind.recognition.by === by && verifies(kind, root));
    if (decisive.length > 0) return [{ place: root, kinds: decisive }];
  }
  const below = folderProjects(tree, profiles);
  const other = otherFiles(tree, below, profiles);
  return other === null ? below : [other, ...below];
};

/** The projects below the root of a tree that the root's own commands do not test. */
export const unreachedProjects = (tree: Tree, profiles: readonly LanguageProfile[]): readonly Project[] => {
  const projects = projectsOf(tree, profiles);
  const verified = new Set(projects.map(({ place }) => place.folder));
  const root = projects.find(({ place }) => place.folder === null);
  return folderProjects(tree, profiles, SEEN).filter(
    (project) => !verified.has(project.place.folder) && (root === undefined || !reaches(root, project)),
  );
};

const reaches = ({ place: root, kinds }: Project, { place: { folder }, kinds: own }: Project): boolean =>
  folder !== null &&
  kinds.some(
    ({ profile, recognition }) =>
      CALLERS.some((name) => {
        const text = root.text(name) ?? "";
        // Whoever names a folder may enter what is below it.
        return text.includes(above(folder, VERIFIED)) || (recognition.by === "makefile" && GOES_ON.test(text));
      }) ||
      (own.some((kind) => kind.profile.verify === profile.verify) && profile.reachesBelow(root, folder)),
  );

/** Files whose own commands may enter the folders that they name. */
const CALLERS = ["package.json", "Makefile", "makefile", "GNUmakefile"];
/** In a Makefile, what may enter any folder. */
const GOES_ON = /\$[({]MAKE\b|\bmake -|\bfor \w+ in\b|\$\(foreach\b|\.\.\.|\.sh\b|\b(?:tox|nox|bazel|nx|turbo|just)\b/;

const above = (folder: string, levels: number): string => folder.split("/", levels).join("/");

/** Every kind of a place, in the profiles' order. */
export const kindsOf = (place: ProjectFolder, profiles: readonly LanguageProfile[]): readonly Kind[] => {
  const kinds: Kind[] = [];
  for (const profile of profiles) {
    const recognition = profile.recognise(place);
    if (recognition !== null) kinds.push({ profile, recognition });
  }
  return kinds;
};

const verifies = ({ profile }: Kind, place: ProjectFolder): boolean => profile.verify(place).length > 0;

/** The folders, at most that many levels down, that contain a profile's manifest. */
export const manifestFolders = (
  files: readonly string[],
  profiles: readonly LanguageProfile[],
  levels: number,
): readonly RepoPath[] => {
  const names = new Set(profiles.flatMap(({ manifests }) => manifests));
  const folders = new Set<RepoPath>();
  for (const path of files) {
    const end = path.lastIndexOf("/");
    if (end === -1 || !names.has(path.slice(end + 1))) continue;
    const parts = path.slice(0, end).split("/", levels + 1);
    const isNone = parts.length > levels || parts.some((part) => NO_PROJECTS.test(part));
    const folder = isNone ? null : repoPath(parts.join("/"));
    if (folder !== null) folders.add(folder);
  }
  return [...folders].sort();
};

const folderProjects = (
  tree: Tree,
  profiles: readonly LanguageProfile[],
  levels: number = VERIFIED,
): readonly Project[] => {
  const found: Project[] = [];
  const folders = manifestFolders(tree.files, profiles, levels);
  const files = filesBelow(tree.files, folders);
  for (const folder of folders) {
    if (found.length >= MOST_FOLDERS) break;
    if (found.some(({ place }) => folder.startsWith(`${place.folder}/`))) continue;
    const place = placeIn(tree, folder, files.get(folder));
    const kinds = kindsOf(place, profiles).filter((kind) => kind.recognition.by !== "files" && verifies(kind, place));
    const manifests = kinds.filter(({ recognition }) => recognition.by === "manifest");
    if (kinds.length > 0) found.push({ place, kinds: manifests.length > 0 ? manifests : kinds });
  }
  return found;
};

/** The files below each folder, relative to it. */
const filesBelow = (files: readonly string[], folders: readonly RepoPath[]): ReadonlyMap<string, readonly string[]> => {
  const below = new Map<string, string[]>(folders.map((folder) => [folder, []]));
  if (folders.length === 0) return below;
  for (const path of files)
    for (const end of folderEnds(path)) below.get(path.slice(0, end))?.push(path.slice(end + 1));
  return below;
};

/** Where the names of a file's outermost folders end. */
const folderEnds = (path: string): readonly number[] => {
  const ends: number[] = [];
  for (let end = path.indexOf("/"); end !== -1 && ends.length < SEEN; end = path.indexOf("/", end + 1)) ends.push(end);
  return ends;
};

/** A project for the rest of a tree, by file names: the first kind that matches, unless a folder is already of that kind. */
const otherFiles = (tree: Tree, below: readonly Project[], profiles: readonly LanguageProfile[]): Project | null => {
  const folders = new Set<string>(below.flatMap(({ place }) => place.folder ?? []));
  const isBelow = (path: string) => folderEnds(path).some((end) => folders.has(path.slice(0, end)));
  const rest = below.length === 0 ? tree : { ...tree, files: tree.files.filter((path) => !isBelow(path)) };
  const place = placeIn(rest, null);
  const taken = new Set(below.flatMap(({ kinds }) => kinds.map(({ profile }) => profile)));
  const kinds = kindsOf(place, profiles);
  const first = kinds.find((kind) => !taken.has(kind.profile) && verifies(kind, place));
  return first === undefined ? null : { place, kinds: [first] };
};
