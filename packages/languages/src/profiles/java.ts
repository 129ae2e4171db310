import type { ProjectFolder } from "../place.ts";
import { command, profile, type VerifyCommand } from "../profile.ts";

const isSource = (path: string): boolean => /(?:^|\/)src\/.+\.(?:java|kt|scala|groovy)$/.test(path);
const isGradle = (place: ProjectFolder): boolean => place.has("build.gradle") || place.has("build.gradle.kts");

const maven = (place: ProjectFolder, ...words: readonly string[]): VerifyCommand =>
  place.has("mvnw") ? command(place, "sh", "mvnw", ...words) : command(place, "mvn", ...words);
const gradle = (place: ProjectFolder, task: string): VerifyCommand =>
  place.has("gradlew") ? command(place, "sh", "gradlew", task) : command(place, "gradle", task);

/** Maven outranks Gradle if a repo can be built with both. */
export const java = profile({
  name: "java",
  manifests: ["pom.xml", "build.gradle", "build.gradle.kts"],
  recognise: (place) => {
    if (place.has("pom.xml")) return { by: "manifest", reason: "a Maven project" };
    return isGradle(place) ? { by: "manifest", reason: "a Gradle project" } : null;
  },
  // With -q, Maven does not say which tests ran, and how many.
  verify: (place) => [isGradle(place) && !place.has("pom.xml") ? gradle(place, "test") : maven(place, "-B", "test")],
  light: (place) => {
    if (!place.files.some(isSource)) return [];
    return [isGradle(place) && !place.has("pom.xml") ? gradle(place, "classes") : maven(place, "-q", "-B", "compile")];
  },
  isTest: (path) => /(?:Test|Tests|IT|Spec)\.(?:java|kt|scala|groovy)$/.test(path),
  outputFolders: ["target", "build", ".gradle"],
  ecosystem: (place) =>
    `Java, built by ${place.has("pom.xml") ? "Maven" : "Gradle"}: sources in src/main/java, tests in src/test/java. Nothing is downloaded while orders are carried out. A check of one order is one test class: ${place.has("pom.xml") ? "`mvn -q -B test -Dtest=NAME`" : "`gradle test --tests NAME`"}.`,
  setup: (place) =>
    place.has("pom.xml")
      ? {
          argv: [...maven(place, "dependency:go-offline").argv],
          folder: place.folder,
          isOutside: true,
        }
      : null,
  hints: () => ({
    mvn: "install Maven: https://maven.apache.org/install.html or `apt install maven`",
    gradle: "install Gradle: https://gradle.org/install, or commit its wrapper",
    java: "install a JDK: https://adoptium.net or `apt install default-jdk`",
  }),
});
