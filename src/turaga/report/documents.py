"""The five documents that the claims come from."""

from dataclasses import dataclass

from turaga.rule import find_system


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document: who wrote it, its title in English, what kind of work it is, where, when and in what
    language.

    >>> str(document_of("agh")).partition(":")[0]
    "Ján Ágh, Euler's knight with Warnsdorff's heuristic"
    """

    author: str
    title: str
    work: str
    place: str
    year: str
    language: str

    def __str__(self) -> str:
        return f"{self.author}, {self.title}: {self.work}, {self.place}, {self.year}, in {self.language}"


_DOCUMENTS = {
    "serafeimidis": Document(
        author="Iosif Serafeimidis",
        title="The ergonomic path of the knight on an NxN chessboard",
        work="a thesis",
        place="Technological Educational Institute of Crete",
        year="2011 or later",  # undated; it consulted a source in 2011
        language="Greek",
    ),
    "klochko": Document(
        author="Andrii Klochko",
        title="The knight's move problem",
        work="coursework",
        place="V. N. Karazin Kharkiv National University",
        year="2020",
        language="Ukrainian",
    ),
    "stahovec": Document(
        author="Marko Stahovec",
        title="Euler's knight (Warnsdorff's rule)",
        work="coursework",
        place="Slovak University of Technology in Bratislava",
        year="2021",
        language="Slovak",
    ),
    "bencic": Document(
        author="Mario Benčić",
        title="The knight's tour",
        work="a seminar paper",
        place="J. J. Strossmayer University of Osijek",
        year="2011",
        language="Croatian",
    ),
    "agh": Document(
        author="Ján Ágh",
        title="Euler's knight with Warnsdorff's heuristic",
        work="an assignment",
        place="Slovak University of Technology in Bratislava",
        year="2022",
        language="Slovak",
    ),
}


def document_of(source: str) -> Document:
    """The document of a system.

    >>> document_of("klochko").language
    'Ukrainian'
    """
    return _DOCUMENTS[find_system(source).name]
